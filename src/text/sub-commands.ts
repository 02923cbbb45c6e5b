/**
 * What a person can type after /design-lab, in the order in which help tells it. `usage` is the whole of it, with what
 * may be left out in brackets; `does` ends a sentence that begins with it.
 */
export const SUB_COMMANDS = [
  {
    word: "run",
    usage: 'run "Design a queue"',
    does: "has several models design it, judges and ranks the designs; the word run may be left out",
  },
  { word: "dry-run", usage: 'dry-run "Design a queue"', does: "what that would ask and cost; nothing is asked" },
  { word: "generate", usage: 'generate "Design a queue"', does: "only the designs" },
  {
    word: "show",
    usage: "show [experiment] [A] [scores]",
    does: "all experiments, one of them, one of its designs or parts",
  },
  { word: "open", usage: "open [experiment]", does: "the page in the browser that follows every run" },
  { word: "compare", usage: "compare [experiment] [A] [B]", does: "two designs side by side" },
  {
    word: "resume",
    usage: "resume [experiment] [--max-cost 2]",
    does: "asks for what is missing; --max-cost, --max-tokens or --max-minutes says what may be spent",
  },
  { word: "rank", usage: "rank [experiment]", does: "ranks again from what is stored; nothing is asked" },
  { word: "review", usage: "review EXPERIMENT", does: "asks for its missing reviews in words" },
  { word: "score", usage: "score EXPERIMENT", does: "asks for its missing scores" },
  { word: "init", usage: "init", does: "writes a configuration to begin with" },
  {
    word: "doctor",
    usage: "doctor [ask]",
    does: "what is wrong with the setup; with ask every model is asked one tiny question",
  },
  { word: "help", usage: "help [show]", does: "this, or more about one of these" },
] as const;

/** What may follow as options of a run, before its task. */
export const RUN_OPTIONS = [
  { option: "--design-models a/x,b/y", does: "the models that design" },
  { option: "--review-models c/z", does: "the models that review" },
  { option: "--topic queue", does: "names the experiment" },
  { option: "--output-dir FOLDER", does: "where it is kept" },
  { option: "--no-qualitative", does: "no reviews in words" },
  { option: "--no-quantitative", does: "no scores, and so no ranking" },
  { option: "--strict-isolation", does: "a designer that tries to see what it must not fails" },
  { option: "--fresh", does: "starts anew although an experiment of this task is unfinished" },
] as const;

/** `/design-lab` with what a sub-command takes; null for a word that is none. */
export function usageOf(word: string): string | null {
  const found = SUB_COMMANDS.find((each) => each.word === word);
  return found ? `/design-lab ${found.usage}` : null;
}
