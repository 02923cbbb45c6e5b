import type { StudyLimit } from "../artifacts/study-result.ts";
import { count } from "../text/numbers.ts";
import { listed, type Sentence, say, words } from "./sentence.ts";

const MAX_NAMED = 6;

type Of<K extends StudyLimit["kind"]> = Extract<StudyLimit, { kind: K }>;

/** What a result cannot say, a sentence for each kind of reason, in the order in which they weigh. */
export function limitsSaid(limits: readonly StudyLimit[]): Sentence[] {
  const kinds = Map.groupBy(limits, ({ kind }) => kind);
  return [...kinds.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [limitSaid(first, all)];
  });
}

function limitSaid(limit: StudyLimit, all: readonly StudyLimit[]): Sentence {
  switch (limit.kind) {
    case "nothing":
      return say`No experiment of it ranks anything, so that nothing can be said of models or panels.`;
    case "one-panel":
      return say`One panel alone has ranked something: there is nothing to hold it against.`;
    case "few-tasks":
      return say`${count(limit.tasks, "task")} ${limit.tasks === 1 ? "is" : "are"} ranked: below ${limit.needed} nobody is called better, and no panel like another.`;
    case "no-repeats":
      return say`${named(limit.panels)} ranked no task twice: what a panel changes cannot be told from what a mere repeat changes.`;
    case "other-reviewers":
      return say`Reviewers differ between ${pairsNamed(all as Of<"other-reviewers">[])}: points of one are on no scale of the other, and only who comes first is compared.`;
    case "other-designers":
      return say`Designers differ between ${listed(
        (all as Of<"other-designers">[]).map(
          ({ one, other, shared }) => say`${words(one)} and ${words(other)} (${shared} in both)`,
        ),
        MAX_NAMED,
      )}: where one comes first whom the other panel lacks, they cannot choose the same.`;
    case "new-designs":
      return say`Each experiment wrote designs of its own: to choose the same is to put the same designer first, never the same text.`;
    case "judged-themselves":
      return say`In ${named(limit.panels)} a model judged designs of its own; how far it likes them is taken out of the scores as well as they show it.`;
    case "one-designer":
      return say`${named(limit.panels)} ${limit.panels.length === 1 ? "has" : "have"} a single designer, and can choose no other.`;
    case "failed":
      return limit.panel === null
        ? say`${limit.failed} of ${count(limit.of, "experiment")} failed and ${limit.failed === 1 ? "stands" : "stand"} in no number; that they are of one panel more than of another is not seen.`
        : say`${limit.failed} of ${count(limit.of, "experiment")} failed and ${limit.failed === 1 ? "stands" : "stand"} in no number, those of ${words(limit.panel)} more often than chance explains: what is left of it may be what was easy.`;
    case "missing":
      return say`${count(limit.experiments, "experiment")} ${limit.experiments === 1 ? "is" : "are"} not finished, or not pulled yet.`;
    case "unread":
      return say`The ${limit.experiments === 1 ? "folder" : "folders"} of ${count(limit.experiments, "experiment")} ${limit.experiments === 1 ? "is" : "are"} gone or cannot be read.`;
    case "withheld":
      return say`The ${limit.experiments === 1 ? "result" : "results"} of ${count(limit.experiments, "experiment")} ${limit.experiments === 1 ? "is" : "are"} held back until a person has judged.`;
    case "unranked":
      return say`In ${count(limit.experiments, "experiment")} nothing is ranked.`;
    case "unpriced":
      return say`${count(limit.experiments, "experiment")} ${limit.experiments === 1 ? "has" : "have"} sessions without a known price, and ${limit.experiments === 1 ? "is" : "are"} in no price of an experiment.`;
    case "uneven":
      return say`Only one of both ranked ${listed(
        (all as Of<"uneven">[]).map(
          ({ one, other, tasks }) => say`${count(tasks, "task")} of ${words(one)} and ${words(other)}`,
        ),
        MAX_NAMED,
      )}: these are in no comparison of both.`;
  }
}

const named = (panels: readonly string[]): Sentence =>
  listed(
    panels.map((each) => words(each)),
    MAX_NAMED,
  );

const pairsNamed = (pairs: readonly { one: string; other: string }[]): Sentence =>
  listed(
    pairs.map(({ one, other }) => say`${words(one)} and ${words(other)}`),
    MAX_NAMED,
  );
