import { parseArgs } from "node:util";
import { GENERATIONS, type Generation } from "./binary.ts";
import { MATERIAL_IDEA } from "./material/interview.ts";
import { MATERIAL_TASK } from "./material/task.ts";

export type DemoArgs =
  | { mode: "help" }
  | { mode: "wrong"; problem: string }
  | {
      mode: "scripted";
      task: string;
      timeout: number;
      host: Generation | null;
      open: boolean;
      brief: boolean;
      refine: boolean;
    }
  | {
      mode: "live";
      task: string;
      timeout: number;
      host: Generation | null;
      open: boolean;
      design_models: string | null;
      review_models: string | null;
    };

/** What people have before anybody asked them: the idea that the demo's own task is the brief of. */
export const DEMO_IDEA = MATERIAL_IDEA;

/** The one that is answered with the realistic designs. */
export const DEMO_TASK = MATERIAL_TASK.task;

export const DEMO_HELP = `npm run demo -- [options] ["task"]

Runs the real opencode with this plugin in a temporary project, prints what the designlab tool answers, and ends with
the report and with what can be typed in that folder. Without --live the models are scripted: nothing is sent anywhere,
nothing is paid, and no model judges anything.

  "task"                      what to design; the scripted demo has one of its own, with full designs and reviews
  --brief                     an idea instead of a task: a scripted person is asked first, and approves the brief that is designed then
  --refine                    what is first is revised after its reviews and judged anew beside what it was
  --live                      ask your own connected providers, with your own HOME and configuration; this costs money
  --design-models a/b,c/d     with --live: the models that design, as provider/model
  --review-models a/b,c/d     with --live: the models that review; the design models unless given or configured
  --host 1|2                  the generation of OpenCode; what is on the PATH unless given, else 2
  --no-open                   the report is not opened; nor is it in CI, over SSH, without a display or into a pipe
  --timeout 120               seconds until the demo is stopped; 120 unless given, 1800 with --live
  --help                      this text

Exit codes: 0 done, 1 failed, 2 wrong arguments, 124 stopped by the timeout, 130 stopped by Ctrl-C.`;

/** What the demo was asked to do. */
export function readDemoArgs(argv: readonly string[]): DemoArgs {
  const parsed = parse(argv);
  if (typeof parsed === "string") return { mode: "wrong", problem: parsed };
  const { values, positionals } = parsed;
  if (values.help) return { mode: "help" };
  const task = positionals.join(" ").trim();
  const timeout = Number(values.timeout ?? (values.live ? 1_800 : 120));
  if (!Number.isFinite(timeout) || timeout <= 0) {
    return { mode: "wrong", problem: `--timeout needs a number of seconds above 0, found "${values.timeout}"` };
  }
  const open = values["no-open"] !== true;
  const host = GENERATIONS.find((each) => String(each) === values.host) ?? null;
  if (values.host !== undefined && host === null) {
    return { mode: "wrong", problem: `--host needs 1 or 2, a generation of OpenCode, found "${values.host}"` };
  }
  if (!values.live) {
    const live = (["design-models", "review-models"] as const).find((name) => values[name] !== undefined);
    if (live) return { mode: "wrong", problem: `--${live} needs --live: without it the models are scripted` };
    if (positionals.length > 0 && task === "") return { mode: "wrong", problem: "The task is empty" };
    const { brief = false, refine = false } = values;
    return { mode: "scripted", task: task || (brief ? DEMO_IDEA : DEMO_TASK), timeout, host, open, brief, refine };
  }
  if (values.brief) return { mode: "wrong", problem: "--brief is for scripted models: with --live nobody answers" };
  if (values.refine)
    return { mode: "wrong", problem: "--refine is for scripted models: with --live you type /design-lab refine" };
  if (task === "") return { mode: "wrong", problem: 'With --live a task is needed: npm run demo -- --live "my task"' };
  for (const name of ["design-models", "review-models"] as const) {
    const wrong = values[name]?.split(",").find((id) => !/^[^/\s]+\/\S+$/.test(id.trim()));
    if (wrong !== undefined) {
      return {
        mode: "wrong",
        problem: `--${name} needs models as provider/model, divided by commas, found "${wrong}"`,
      };
    }
  }
  return {
    mode: "live",
    task,
    timeout,
    host,
    open,
    design_models: values["design-models"] ?? null,
    review_models: values["review-models"] ?? null,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        live: { type: "boolean" },
        "no-open": { type: "boolean" },
        brief: { type: "boolean" },
        refine: { type: "boolean" },
        "design-models": { type: "string" },
        "review-models": { type: "string" },
        timeout: { type: "string" },
        host: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const { code = "", message = String(error) } = error as { code?: string; message?: string };
    const option = /'(?:-\w, )?(-[^\s']*)/u.exec(message)?.[1] ?? argv.find((each) => each.startsWith("-")) ?? "";
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return `there is no option ${option}; --help lists them`;
    return `${option} does not stand as it should; --help shows how`;
  }
}
