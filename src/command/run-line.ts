import { PRESET_NAMES, PRESETS, type PresetName, THRIFT_COSTS } from "../artifacts/preset.ts";
import { patternOf } from "../text/pattern.ts";
import { slipOf } from "./slips.ts";
import { isDated, isNumber, needsNumber } from "./word.ts";

/** An option that gives `arg` the value that follows it, or the one that it stands for. */
type RunOption = { option: string; arg: string; does: string } & (
  | { takes: string; limit?: true; many?: true }
  | { value: boolean | PresetName }
);

const taking = (arg: string, takes: string, does: string): RunOption => ({ ...optionOf(arg), takes, does });
/** One of the args' limits, a number. */
const limit = (arg: string, takes: string, does: string): RunOption => ({ ...taking(arg, takes, does), limit: true });
const flag = (arg: string, value: boolean, does: string): RunOption => ({ ...optionOf(arg, value), value, does });
const preset = (name: PresetName): RunOption => {
  const { designs, reviewers } = PRESETS[name];
  const does = `${designs} designs and ${reviewers} reviewers, of your own models, as many as there are`;
  return { option: `--${name}`, arg: "preset", value: name, does };
};
const optionOf = (arg: string, value = true) => ({ option: `--${value ? "" : "no-"}${arg.replaceAll("_", "-")}`, arg });

const ASSERT = { option: "--assert", many: true } as const;

/** What may follow as options of a run, before its task. */
export const RUN_OPTIONS: readonly RunOption[] = [
  taking("design_models", "a/x,b/y", "the models that design"),
  taking("review_models", "c/z", "the models that review"),
  taking("designers", "simplest", "designers of a kind beside them, played by models that design"),
  taking("reviewers", "security,cost", "reviewers of a kind beside them, played by models that review"),
  ...PRESET_NAMES.map(preset),
  { ...taking("assertions", "SENTENCE", "reviewers say whether it holds of each design; may stand again"), ...ASSERT },
  {
    ...taking("join", "FILE", "a document that joins as a design: Markdown, text or JSON; may stand again"),
    many: true,
  },
  taking("author", "NAME", "who wrote what joins, where the file does not say it"),
  taking(
    "again",
    "B,C",
    "of generate with an experiment: these designs are written anew, and what they said stays beside",
  ),
  taking("topic", "queue", "names the experiment"),
  taking("output_dir", "FOLDER", "where it is kept"),
  limit("max_cost", "2", "the most that it may spend, in US dollars"),
  limit("max_tokens", "500000", "the most tokens that it may take"),
  limit("max_minutes", "20", "the most minutes that this call may take"),
  flag("thrifty", true, `some reviewers judge only where it can still change the choice; ${THRIFT_COSTS}`),
  flag("thrifty", false, "all reviewers judge every design, whatever the preset says"),
  flag("control", true, "two spoiled copies of designs are judged too, to see which reviewers see it; ranked nowhere"),
  flag("control", false, "no such copies, whatever the configuration says"),
  flag("judge", true, "you judge the designs too, blind; the ranking is held back until you have"),
  flag("qualitative", false, "no reviews in words"),
  flag("quantitative", false, "no scores, and so no ranking"),
  flag("strict_isolation", true, "a designer that tries to see what it must not fails"),
  flag("fresh", true, "starts anew although an experiment of this task is unfinished"),
  flag("dry_run", true, "what it would ask and cost; nothing is asked"),
];

/** Those of the limits alone. */
export const LIMIT_OPTIONS = RUN_OPTIONS.flatMap((each) => ("takes" in each && each.limit === true ? [each] : []));

/** An option as it is typed, with what it takes. */
export function optionUsage({ option, takes }: { option: string; takes?: string | undefined }): string {
  return takes === undefined ? option : `${option} ${takes}`;
}

/** What begins an estimate, with what people put behind it: "dry-run", "Dry run:". */
export const DRY_RUN_WORDS = /^dry[\s-]?run(?:[:,]\s*|\s+|$)/iu;

/** A task of more letters is not said again. */
const MAX_TASK = 2_000;

/** Options of a new run, understood: the args, and whether the task stood in quotes as a whole; or what is wrong. */
type RunLine = { args: Record<string, unknown>; quoted: boolean } | { problem: string };

const KNOWN = RUN_OPTIONS.map(({ option }) => option);
/** Those that may stand again. */
const REPEATED = RUN_OPTIONS.flatMap((each) => ("takes" in each && each.many === true ? [each.option] : []));

const OPTION = /^(--[a-z][\w-]*|-[a-z](?=[=\s]|$))(=|\s+|$)/iu;
// Inside double quotes \" is a quote and all else stands for itself, as the hosts write what they put in quotes.
const VALUE = /^(?:"((?:\\"|[^"])*)"|'([^']*)'|(\S+))(?:\s+|$)/su;
/** An experiment in the task's place, with options after it. */
const BEGUN = /^(\d{4}-\d\d-\d\d-\S{1,200})\s+(--[a-z].*)$/isu;
const QUOTED_TASK = /^"((?:\\"|[^"])*)"(?:\s+(--[a-z].*))?$|^'([^']*)'(?:\s+(--[a-z].*))?$/isu;
const OPTION_INSIDE = patternOf(`(?:^|\\s)(${KNOWN.join("|")})(?=[=\\s]|$)`, "u");

/**
 * Parses what a person typed to start a run: options first, or after a quoted task; everything else is the task, word for
 * word, so that an apostrophe or a line break in it needs no quoting. An option in the middle of such a task is a
 * problem, for nobody can tell whether it is meant, and so is a model beside the list that it may belong to.
 */
export function parseRunLine(text: string): RunLine {
  const args: Record<string, unknown> = {};
  let quoted = false;
  let rest = text.trim();
  for (;;) {
    const begun = args.task === undefined ? BEGUN.exec(rest) : null;
    if (begun) {
      args.task = begun[1];
      rest = begun[2] ?? "";
      continue;
    }
    const whole = QUOTED_TASK.exec(rest);
    if (whole) {
      const task = (unescaped(whole[1]) ?? whole[3] ?? "").trim();
      if (task !== "") args.task = task;
      quoted = true;
      rest = whole[2] ?? whole[4] ?? "";
      continue;
    }
    const [start = "", option, end] = OPTION.exec(rest) ?? [];
    if (option === undefined) break;
    rest = rest.slice(start.length).trimStart();
    const wrong = give(args, option, {
      own: end === "=",
      next() {
        const [whole, quoted, single, plain] = VALUE.exec(rest) ?? [];
        if (whole === undefined || whole.startsWith("--")) return undefined;
        rest = rest.slice(whole.length).trimStart();
        return unescaped(quoted) ?? single ?? plain;
      },
      goesOn: () => rest.startsWith(","),
    });
    if (wrong !== null) return { problem: wrong };
  }
  const inside = OPTION_INSIDE.exec(rest)?.[1];
  if (inside !== undefined) {
    return {
      problem: `${inside} stands inside the task: options come before the task, or quote the task, in single quotes where it is to hold ${inside} itself`,
    };
  }
  const stray = strayModel(rest, args);
  if (stray !== undefined) return { problem: stray };
  const task = rest.trim();
  if (task === "") return { args, quoted };
  args.task = args.task === undefined ? task : `${args.task} ${task}`;
  return { args, quoted: false };
}

/**
 * The same of words that a shell has divided: each is whole, so that no quotes are read. Options stand before the task,
 * or after one that is a single word of the shell; after `--` all is the task.
 */
export function parseRunWords(words: readonly string[]): RunLine {
  const args: Record<string, unknown> = {};
  const task: string[] = [];
  const seen = new Set<string>();
  const rest = words.values();
  let ended = false;
  for (const word of rest) {
    const [, option = "", own] = /^(--[^=\s]+)(?:=(.*))?\s*$/su.exec(word) ?? [];
    const known = KNOWN.includes(option);
    // With one dash it is most likely an option that was mistyped, and a run costs money.
    if (!ended && task.length === 0 && /^-[a-z]/iu.test(word)) return { problem: unknownOption(word) };
    const [first = ""] = task;
    const inside = task.length > 1 || (task.length === 1 && !/\s/u.test(first) && !isDated(first));
    if (ended || option === "" || (inside && !known)) {
      if (word === "--" && !ended && !inside) ended = true;
      else task.push(word);
      continue;
    }
    if (inside) return { problem: `${option} stands inside the task: options come before the task, or quote the task` };
    if (seen.has(option) && !REPEATED.includes(option)) return { problem: `${option} stands twice` };
    seen.add(option);
    let tied = own;
    const wrong = give(args, option, {
      own: own !== undefined,
      next() {
        const value = (tied ?? rest.next().value ?? "").trim();
        tied = undefined;
        return value === "" || value.startsWith("--") ? undefined : value;
      },
      goesOn: () => false,
    });
    if (wrong !== null) return { problem: wrong };
  }
  const text = task.join(" ").trim();
  return { args: text === "" ? args : { ...args, task: text }, quoted: false };
}

/** What follows an option, however the line was divided. */
type Following = {
  /** Its value is tied to it, as in "--topic=q". */
  own: boolean;
  /** Takes the next value; undefined where none follows or another option does. */
  next(): string | undefined;
  /** Whether a comma follows. */
  goesOn(): boolean;
};

/** What is wrong with an option beside one that says otherwise of the same, as --quick --thorough; null where none does. */
function contrary(args: Readonly<Record<string, unknown>>, { option, arg }: RunOption): string | null {
  const said = RUN_OPTIONS.find((each) => "value" in each && each.arg === arg && each.value === args[arg]);
  return said === undefined || said.option === option ? null : `${said.option} and ${option} exclude each other`;
}

/** Gives the args what an option says with what follows it, or tells what is wrong with that. */
function give(args: Record<string, unknown>, option: string, { own, next, goesOn }: Following): string | null {
  const known = RUN_OPTIONS.find((each) => each.option === option);
  if (known === undefined) return unknownOption(option);
  const { arg } = known;
  if ("value" in known) {
    const other = contrary(args, known);
    if (other !== null) return other;
    args[arg] = known.value;
    return own ? `${option} takes no value` : null;
  }
  let value = next();
  if (value === undefined) return `${option} needs a value`;
  if (known.limit === true) {
    if (!isNumber(value)) return `${needsNumber(known)}; found ${JSON.stringify(value)}`;
    args.limits = { ...(args.limits as object | undefined), [arg]: Number(value) };
    return null;
  }
  if (known.many === true) {
    args[arg] = [...((args[arg] as string[] | undefined) ?? []), value];
    return null;
  }
  const isList = LISTS.has(arg);
  // A list goes on with the next word after a comma.
  while (isList && (/,\s*$/u.test(value) || goesOn())) {
    const more = next();
    if (more === undefined) return `${option} needs another name after the last comma`;
    value += more;
  }
  args[arg] = isList
    ? value
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean)
    : value;
  return null;
}

const LISTS = new Set(["design_models", "review_models", "designers", "reviewers", "again"]);

/** A task that begins like a model after a list of models, right before a quoted text or another model. */
function strayModel(rest: string, args: Readonly<Record<string, unknown>>): string | undefined {
  const word = LIKE_A_MODEL.exec(rest)?.[0] ?? "";
  const after = /^\s*,?\s*(.*)$/su.exec(rest.slice(word.length))?.[1] ?? "";
  const listed = args.design_models !== undefined || args.review_models !== undefined;
  if (word === "" || !(listed || QUOTED_TASK.test(after) || LIKE_A_MODEL.test(after))) return undefined;
  return `${word} stands where the task begins and reads like a model: name models after --design-models or --review-models, with commas between them, or quote the whole task`;
}

const LIKE_A_MODEL = /^[\w.-]+\/[\w./:@-]+/u;

function unknownOption(option: string): string {
  const there = `there are ${KNOWN.join(", ")}, and then the task`;
  const near = slipOf(option, KNOWN);
  if (near !== undefined) return `Unknown option "${option}". Did you mean "${near}"?`;
  return /^(?:-h|--help)$/iu.test(option)
    ? `${option} was given in place of a task; of options ${there}`
    : `there is no option ${option}; ${there}`;
}

const unescaped = (text: string | undefined): string | undefined => text?.replaceAll('\\"', '"');

/**
 * What a person types to start a call of run, generate or brief: "/design-lab run --topic q Design a queue", with quotes where
 * the task needs them. Null where it cannot be typed: an argument has no option, the task is long or one word, or it
 * begins as an estimate does.
 */
export function startLine(
  op: "run" | "generate" | "brief",
  args: Readonly<Record<string, unknown>>,
  form: LineForm = LINE_FORM,
): string | null {
  const { task = "", experiment, dry_run: _, limits, ...rest } = args;
  const others = { ...rest, ...(limits as object | undefined) };
  if (experiment !== undefined) {
    const { thrifty, control, judge, ...more } = others as Record<string, unknown>;
    const given = [task, ...Object.values(more)].some((value) => value !== undefined && value !== "");
    const said = (name: string, value: unknown) =>
      value === undefined ? "" : ` --${value === true ? "" : "no-"}${name}`;
    const options = `${said("thrifty", thrifty)}${said("control", control)}`;
    return op !== "run" || given
      ? null
      : `${form.name} resume ${experiment}${judge === true ? " --judge" : ""}${options}`;
  }
  const options = Object.entries(others).map(([arg, value]) => optionFor(arg, value, form));
  if (options.includes(null) || typeof task !== "string" || !isTypable(task)) return null;
  return [form.name, op, ...options, op === "run" && form.isPlain(task) ? task : form.quoted(task)].join(" ");
}

/** The same for what began with questions and is run by its name. */
export function startBrief(
  op: "run" | "generate",
  id: string,
  { task: _, experiment: __, dry_run: ___, limits, ...rest }: Readonly<Record<string, unknown>>,
  form: LineForm = LINE_FORM,
): string | null {
  const options = Object.entries({ ...rest, ...(limits as object | undefined) }).map(([arg, value]) => {
    return optionFor(arg, value, form);
  });
  return options.includes(null) || !isDated(id) ? null : [form.name, op, ...options, id].join(" ");
}

/** The option that gives an argument its value; null where there is none. */
function optionFor(arg: string, value: unknown, form: LineForm): string | null {
  const option = RUN_OPTIONS.find((each) => each.arg === arg && (!("value" in each) || each.value === value));
  if (option === undefined) return null;
  if ("value" in option) return option.option;
  if (option.many === true)
    return [value]
      .flat()
      .map((each) => `${option.option} ${form.quoted(String(each))}`)
      .join(" ");
  const text = [value].flat().map(seatText).join(",");
  return `${option.option} ${form.isWord(text) ? text : form.quoted(text)}`;
}

/** A model with the persona that it plays. */
function seatText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { model, as } = value as { model: string; as: string };
  return `${model} as ${as}`;
}

function isTypable(task: string): boolean {
  return task.length <= MAX_TASK && /\s|\P{ASCII}/u.test(task.trim()) && !DRY_RUN_WORDS.test(task);
}

/** True for a task that is read as it stands: nothing of it looks like a quote, an option or a model. */
function isPlain(task: string): boolean {
  const [first = ""] = task.split(/\s/u, 1);
  return /^[\p{L}\p{M}\p{N}]+[,.:;?!]?$/u.test(first) && !/\s--/u.test(task);
}

/** How a line is written where it is typed: what it begins with, and what stands in quotes. */
type LineForm = {
  name: string;
  isPlain(task: string): boolean;
  isWord(value: string): boolean;
  quoted(text: string): string;
};

export const LINE_FORM: LineForm = {
  name: "/design-lab",
  isPlain,
  isWord: (value) => /^[^\s"'-][^\s"']*$/u.test(value),
  quoted: (text) => `"${text.replaceAll('"', '\\"')}"`,
};

/** For a shell, which takes nothing of what stands in single quotes for more than a letter. */
export const COMMAND_FORM: LineForm = {
  name: "opencode-designlab",
  isPlain: (task) => isPlain(task) && /^[\p{L}\p{M}\p{N} .,:/_-]+$/u.test(task),
  isWord: (value) => /^[\p{L}\p{N}./][\p{L}\p{N}./:@,_-]*$/u.test(value),
  quoted: (text) => `'${text.replaceAll("'", "'\\''")}'`,
};
