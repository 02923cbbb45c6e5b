import type { Spent } from "../../artifacts/cost.ts";
import { FAILURE_WORDS, type Failure } from "../../artifacts/failure.ts";
import { possible } from "../../artifacts/incomplete.ts";
import type { Names } from "../../artifacts/names.ts";
import type { Attention } from "../../artifacts/note.ts";
import type { Problem, Stale } from "../../artifacts/problem.ts";
import type { Status } from "../../artifacts/status.ts";
import type { Task } from "../../artifacts/task.ts";
import type { Account } from "../../story/account.ts";
import { finishedSaid, spentSaid } from "../../story/amounts.ts";
import { attentionSaid } from "../../story/attention.ts";
import type { Sentence } from "../../story/sentence.ts";
import type { Story } from "../../story/story.ts";
import { inline, literal, type Markdown, md } from "../../text/markdown.ts";
import { bullets, called, drawn } from "./drawn.ts";
import { framed } from "./frame.ts";
import { attentionLines, changedText, problemLines, section } from "./lines.ts";
import { authorsLine, incompleteness, storyTable, verdict } from "./story-text.ts";

/** An experiment as it lies on disk. `designs` are those of the plan, of which some may be missing; `ranked` is null before a ranking. */
export type StoredAccount = {
  task: Task;
  dir: string;
  status: Status;
  designs: readonly PlannedDesign[];
  spent: Spent;
  stale: readonly Stale[];
  problems: readonly Problem[];
  attention: Attention;
  names: Names;
  ranked: { story: Story; account: Account } | null;
  /** Whether the result waits for a person who judges first. */
  withheld: boolean;
  /** What a person decided; null where nothing is. */
  decision: Sentence | null;
  /** Where its task came from, if from a brief. */
  from: Sentence | null;
  next: readonly Sentence[];
};

/** A design of the plan, by whom; why it is missing where it is, `null` where nobody knows. */
export type PlannedDesign = {
  design_id: string;
  letter: string;
  model: string;
  missing: { kind: Failure["kind"] | null } | false;
};

const MAX_STALE = 10;

/** A short account of all of an experiment. */
export function accountText(account: StoredAccount): Markdown {
  const { task, dir, status, designs, ranked, names } = account;
  const told = ranked?.account;
  const missing = told && incompleteness(told);
  const look = attentionLines(told?.attention ?? attentionSaid(account.attention), names);
  const why = bullets(
    (told?.reasons ?? []).map(({ said }) => said),
    names,
  );
  const listed = designs
    .filter((design) => ranked === null || design.missing)
    .map((design) => designLine(design, names));
  return framed(
    [
      ...(account.decision ? [drawn(account.decision, names)] : []),
      ...(ranked
        ? [verdict(ranked.account.told, names), storyTable(ranked.story), authorsLine(ranked.story)]
        : [account.withheld ? md`**The result is held back until you have judged.**` : md`Not ranked yet.`]),
      ...section(md`Look at this first`, look),
      ...section(md`Why`, why),
      ...section(md`What there is`, [
        md`- Experiment: ${literal(task.experiment_id)}, begun ${inline(task.created_at.slice(0, 16).replace("T", " "))} UTC`,
        ...(account.from ? [md`- ${drawn(account.from)}`] : []),
        md`- ${drawn(finishedSaid(possible(status)))}`,
        ...listed,
        md`- Spent: ${drawn(spentSaid(account.spent))}`,
        md`- Files: ${literal(dir)}`,
        ...account.stale
          .slice(0, MAX_STALE)
          .map(({ path, changed }) => md`- Stale: ${literal(path)}: ${changedText(changed)}`),
        ...problemLines(account.problems),
      ]),
    ],
    {
      first: missing ? [missing] : [],
      topic: inline(task.topic),
      next: account.next,
      last: told ? [verdict(told.told, names)] : [],
      names,
    },
  );
}

function designLine({ design_id, letter, model, missing }: PlannedDesign, names: Names): Markdown {
  if (!missing) return md`  - ${called(design_id, true, names)} by ${inline(model)}`;
  const why = missing.kind ? md`: ${inline(FAILURE_WORDS[missing.kind])}` : md``;
  return md`  - ${inline(letter)} by ${inline(model)} is missing${why}`;
}
