import { LETTER, pieces, type Read, surelyNamed } from "./word.ts";

/** What a task is made of, by the word that is typed before its id. */
const CHANGES: ReadonlySet<string> = new Set(["start", "done", "failed"]);
const FORMS: ReadonlySet<string> = new Set(["markdown", "json", "mermaid"]);
/** As a task file may have it; in quotes where blanks stand in it. */
const ID = /^[^\s\\:~./-][^\\:]{0,63}$/u;
const VALUED: Readonly<Record<string, string>> = {
  "--dir": "dir",
  "--of": "of",
  "--where": "where",
  "--model": "model",
  "--as": "as",
};
const FLAGS: Readonly<Record<string, string>> = { "--anew": "anew", "--dry-run": "dry_run" };
const LIMITS: Readonly<Record<string, string>> = {
  "--max-cost": "max_cost",
  "--max-tokens": "max_tokens",
  "--max-minutes": "max_minutes",
};
const WHERE = "an experiment may stand first, then next, a view with a task, start, done or failed with a task";

/** What only making a plan takes, and what only its tasks take. */
const OF_PLANNING = ["of", "design", "expand", "model", "where", "anew", "dry_run", "limits"];
const OF_TASKS = ["dir", "from", "view", "next", "as", "start", "done", "failed"];

type Line = "plan" | "tasks";

/**
 * What stands behind the word plan or tasks. Nothing is passed over. Behind plan may stand what is said of its tasks, and
 * is a call of tasks then.
 */
export function planLine(behind: Line, views: readonly string[]): (words: readonly string[], line: string) => Read {
  return (words, line) => {
    const args: Record<string, unknown> = {};
    const rest: string[] = [];
    const typed = pieces(words, line);
    for (let at = 0; at < typed.length; at++) {
      const word = typed[at] ?? "";
      const [option = "", own] = /^(--[a-z-]+)=(.+)$/su.exec(word)?.slice(1) ?? [word];
      const name = VALUED[option] ?? FLAGS[option];
      if (name !== undefined && Object.hasOwn(args, name)) return { odd: [word], why: `${option} stands there twice` };
      if (Object.hasOwn(VALUED, option)) {
        const value = own ?? typed[++at] ?? "";
        if (value.trim() === "" || (own === undefined && value.startsWith("--")))
          return { odd: [word], why: `${option} needs a value` };
        args[VALUED[option] ?? ""] = value;
      } else if (Object.hasOwn(FLAGS, option)) {
        if (own !== undefined) return { odd: [word], why: `${option} takes no value` };
        args[FLAGS[option] ?? ""] = true;
      } else if (option === "--from") {
        const row = own ?? typed[++at] ?? "";
        if (!/^[1-9]\d{0,5}$/u.test(row)) return { odd: [row || word], why: "--from needs the number of a row" };
        args.from = Number(row);
      } else if (Object.hasOwn(LIMITS, option)) {
        const number = own ?? typed[++at] ?? "";
        if (!/^\d{1,15}(?:\.\d+)?$/u.test(number)) return { odd: [number || word], why: `${option} needs a number` };
        args.limits = { ...(args.limits as object | undefined), [LIMITS[option] ?? ""]: Number(number) };
      } else rest.push(word);
    }
    if (args.as !== undefined && !FORMS.has(String(args.as)))
      return { odd: [String(args.as)], why: "--as takes markdown, json or mermaid" };
    const experiment = surelyNamed(rest[0] ?? "");
    const read = about(experiment === undefined ? rest : rest.slice(1), { behind, views });
    if ("odd" in read) return read;
    if (experiment !== undefined && Object.hasOwn(read.args, "experiment"))
      return { odd: rest.slice(0, 1), why: "two experiments stand there" };
    const all = { experiment, ...read.args, ...args };
    const has = (names: readonly string[]) => names.filter((name) => Object.hasOwn(all, name));
    const op = has(OF_TASKS).length > 0 ? "tasks" : behind;
    const [planning] = op === "tasks" ? has(OF_PLANNING) : [];
    if (planning !== undefined)
      return { odd: rest.length > 0 ? rest : typed, why: `${planning} is of a plan that is made, not of its tasks` };
    return { op, args: all };
  };
}

function about(
  [first, ...more]: readonly string[],
  { behind, views }: { behind: Line; views: readonly string[] },
): Read {
  const why =
    behind === "plan" ? `${WHERE}, a design's letter (one of a round as B2 or M1), or expand with a task` : WHERE;
  const odd = (words: readonly string[]): Read => ({ odd: words, why });
  if (first === undefined) return { args: {} };
  const small = first.toLowerCase();
  const [id, note, ...others] = more;
  if (CHANGES.has(small)) {
    if (id === undefined || !ID.test(id)) return odd(more.length > 0 ? more : [first]);
    if (others.length > 0 || (note !== undefined && small !== "failed")) return odd(more.slice(1));
    return { args: { [small]: id, ...(note !== undefined && { note }) } };
  }
  if (small === "next") return more.length > 0 ? odd(more) : { args: { next: true } };
  if (views.includes(small)) {
    if (note !== undefined || (id !== undefined && !ID.test(id))) return odd(more);
    return { args: { view: small, ...(id !== undefined && { task: id }) } };
  }
  if (behind === "plan" && small === "expand") {
    if (id === undefined || !ID.test(id)) return odd(more.length > 0 ? more : [first]);
    // Its experiment may stand behind it too.
    const named = note === undefined ? undefined : surelyNamed(note);
    if (others.length > 0 || (note !== undefined && named === undefined)) return odd(more.slice(1));
    return { args: { expand: id, ...(named !== undefined && { experiment: named }) } };
  }
  if (behind === "plan" && LETTER.test(first) && first === first.toUpperCase())
    return more.length > 0 ? odd(more) : { args: { design: first } };
  return odd([first, ...more]);
}
