/** What a person wants to know of a ranking before its numbers: what each design is and why the first one leads. */
export type Insights = {
  /** In the order of the plan. */
  designs: DesignInsight[];
  /** Why the first design leads; null where no design leads alone. */
  lead: Lead | null;
  /** What the first designs decide differently; null where one leads alone, or where they share no such subject. */
  apart: Apart | null;
  /** Where reviewers lie furthest apart on one criterion of one design; null where they never differ notably. */
  dissent: Dissent | null;
};

export type DesignInsight = {
  design_id: string;
  /** What people call it: A, B, … */
  letter: string;
  title: string;
  /** What it is: the first sentence of its summary. */
  approach: string;
  /** Its first decision; null where it names none. */
  main_choice: { aspect: string; choice: string } | null;
  /** The gravest of its own risks, the first of equals. */
  worst_risk: { description: string; severity: "low" | "medium" | "high" } | null;
  /** The strength that most reviewers name, and how many of how many do. */
  best_strength: NamedBy | null;
  /** The weakness that most reviewers name, and how many of how many do. */
  worst_weakness: NamedBy | null;
  /** What most reviewers miss in it. */
  worst_gap: NamedBy | null;
};

/** A point, and how many of how many reviewers name it. */
export type NamedBy = { text: string; reviewers: number; of: number };

export type Lead = {
  design_id: string;
  /** The design that comes next. */
  over: string;
  /** The criterion on which it leads by most, in shares of the criterion's scale; null where it leads on none. */
  criterion: PairedMeans | null;
  /** The criterion on which the next is notably better, by most; null where it is on none. */
  behind: PairedMeans | null;
  /** What reviewers praise in the first design that speaks of this criterion; null where nothing does. */
  strength: NamedBy | null;
  /** A decision that both took and took differently. */
  choice: { aspect: string; own: string; other: string } | null;
};

/** Both designs' means over the reviewers that scored both: how many these are where others scored one of them, else null. */
export type PairedMeans = { name: string; own: number; other: number; both: number | null };

/** One subject and what each design chose that decides it: the best ranked first, then those that chose otherwise. */
export type Apart = { aspect: string; choices: { design_id: string; choice: string }[] };

export type Dissent = {
  design_id: string;
  criterion: string;
  high: { reviewer_id: string; score: number; rationale: string };
  low: { reviewer_id: string; score: number; rationale: string };
};
