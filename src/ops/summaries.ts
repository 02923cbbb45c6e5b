/**
 * Every op with what it does in a line, in the order in which help lists them. It stands apart from the ops so that the
 * host can be told of them without any of them being loaded.
 */
export const SUMMARIES = {
  run: "design, review, score and rank a task",
  generate: "only the designs",
  review: "only missing reviews in words",
  score: "only missing scores",
  rank: "rank again from what is stored",
  show: "experiments; one experiment, design, review set or ledger",
  open: "live page in the browser",
  compare: "designs or experiments side by side",
  init: "write a configuration to begin with",
  doctor: "what is wrong with the setup",
  help: "the ops, or one op with its args",
} as const;

export type OpName = keyof typeof SUMMARIES;
