import { compare } from "./compare.ts";
import { doctor } from "./doctor.ts";
import { review, score } from "./evaluation.ts";
import { generate } from "./generate.ts";
import { helpFor } from "./help.ts";
import { init } from "./init.ts";
import type { Op } from "./op.ts";
import { open } from "./open.ts";
import { rank } from "./rank.ts";
import { run } from "./run.ts";
import { show } from "./show.ts";

const asking: readonly Op[] = [run, generate, review, score, rank, show, open, compare, init, doctor];

/** Every op, in the order in which help lists them: the one list. */
export const OPS: readonly Op[] = [...asking, helpFor(asking)];
