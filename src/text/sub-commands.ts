/**
 * What a person can type after /design-lab, in the order in which help tells it. `usage` is the whole of it, with what
 * may be left out in brackets; `does` ends a sentence that begins with it.
 */
export const SUB_COMMANDS = [
  {
    word: "run",
    usage: "run Design a queue",
    does: "has several models design it, judges and ranks the designs; run may be left out where the task stands in quotes",
  },
  {
    word: "dry-run",
    usage: "dry-run Design a queue",
    does: "what that would ask and cost; nothing is asked. So does every other text that is none of these",
  },
  { word: "generate", usage: 'generate "Design a queue"', does: "only the designs" },
  {
    word: "show",
    usage: "show [experiment] [A] [scores]",
    does: "all experiments, one of them, one of its designs or parts",
  },
  { word: "open", usage: "open [experiment]", does: "the page in the browser that follows every run" },
  {
    word: "compare",
    usage: "compare [experiment] [A] [B]",
    does: "designs side by side, or experiments where two are named",
  },
  {
    word: "resume",
    usage: "resume [experiment] [--max-cost 2]",
    does: "asks for what is missing; --max-cost, --max-tokens and --max-minutes say what may be spent",
  },
  {
    word: "stop",
    usage: "stop",
    does: "how a run is stopped: with Esc where it was started, or with the button of the page that `/design-lab open` shows; what is finished is kept, and `/design-lab resume` goes on with it",
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

/** Parts of an experiment that show knows by name. */
export const SHOWN_PARTS = ["task", "designs", "reviews", "scores", "ranking", "ledger"] as const;

/** An option that gives `arg` the value that follows it, or the one that it stands for. */
type RunOption = { option: string; arg: string; does: string } & ({ takes: string } | { value: boolean });

/** What may follow as options of a run, before its task. */
export const RUN_OPTIONS: readonly RunOption[] = [
  { option: "--design-models", takes: "a/x,b/y", arg: "design_models", does: "the models that design" },
  { option: "--review-models", takes: "c/z", arg: "review_models", does: "the models that review" },
  { option: "--topic", takes: "queue", arg: "topic", does: "names the experiment" },
  { option: "--output-dir", takes: "FOLDER", arg: "output_dir", does: "where it is kept" },
  { option: "--no-qualitative", value: false, arg: "qualitative", does: "no reviews in words" },
  { option: "--no-quantitative", value: false, arg: "quantitative", does: "no scores, and so no ranking" },
  {
    option: "--strict-isolation",
    value: true,
    arg: "strict_isolation",
    does: "a designer that tries to see what it must not fails",
  },
  {
    option: "--fresh",
    value: true,
    arg: "fresh",
    does: "starts anew although an experiment of this task is unfinished",
  },
  { option: "--dry-run", value: true, arg: "dry_run", does: "what it would ask and cost; nothing is asked" },
];

/** What begins an estimate, with what people put behind it: "dry-run", "Dry run:". */
export const DRY_RUN = /^dry[\s-]?run(?:[:,]\s*|\s+|$)/iu;

/** `/design-lab` with what a sub-command takes; null for a word that is none. */
export function usageOf(word: string): string | null {
  const found = SUB_COMMANDS.find((each) => each.word === word);
  return found ? `/design-lab ${found.usage}` : null;
}
