import { expect } from "bun:test";
import type { Views } from "../support/views.ts";

/** What a reader takes out of one view: facts by a name that is the same in all views, such as "A score". */
export type Facts = Map<string, string>;

/** Every view that tells something of one experiment, and the facts that stand in it; read from what was printed alone. */
export function factsOf(views: Views): Map<string, Facts> {
  const read = new Map<string, Facts>();
  for (const [name, reader] of Object.entries(READERS)) {
    // What was said before the files were changed is no view of what they hold now.
    if (name === "reply-rank.md" && views["reply-rank-after.md"] !== undefined) continue;
    const text = views[name];
    if (text !== undefined) read.set(name, reader(text));
  }
  return read;
}

/** What two views say differently of one fact, a line each. */
export function differencesOf(read: ReadonlyMap<string, Facts>): string[] {
  const told = new Map<string, [view: string, value: string][]>();
  for (const [view, facts] of read)
    for (const [fact, value] of facts) told.set(fact, [...(told.get(fact) ?? []), [view, plain(value)]]);
  return [...told].flatMap(([fact, values]) => {
    const [first, ...rest] = values;
    if (first === undefined) return [];
    const other = rest.find(([, value]) => !isSame(fact, first[1], value));
    return other ? [`${fact}: ${first[0]} says ${first[1]}, ${other[0]} says ${other[1]}`] : [];
  });
}

/** Fails where two views say one fact differently, or next to nothing is read. */
export function expectOneAccount(views: Views): void {
  const read = factsOf(views);
  expect(read.size).toBeGreaterThan(6);
  expect(differencesOf(read)).toEqual([]);
}

/** Views round and cut differently: to one digit where another has two, a title or a list of a tie where there is no room. */
function isSame(fact: string, one: string, other: string): boolean {
  if (one === other) return true;
  if (fact.endsWith(" score")) return isRounded(one, other);
  if (fact === "pair" && (one === "?" || other === "?")) return true;
  if (/ (?:title|model)$/u.test(fact)) return isCut(one, other) || isCut(other, one);
  if (fact === "verdict") return isShorter(one, other) || isShorter(other, one);
  return false;
}

/** 8.86 and 8.9. */
const isRounded = (one: string, other: string): boolean =>
  one === other || (digits(one) !== digits(other) && Math.abs(Number(one) - Number(other)) < 0.0551);
const digits = (number: string): number => number.split(".")[1]?.length ?? 0;
const isCut = (short: string, long: string): boolean =>
  short.endsWith("…") && long.startsWith(short.slice(0, -1).trim());

/** "tie G D J +1" for "tie G D J A". */
function isShorter(short: string, long: string): boolean {
  const [, named = "", more = "0"] = /^(.*) \+(\d+)$/u.exec(short) ?? [];
  return (
    named !== "" && long.startsWith(`${named} `) && long.split(" ").length === named.split(" ").length + Number(more)
  );
}

/** Without what Markdown needs so that a name is no more than text. */
const plain = (value: string): string =>
  value
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/[\\`*]/gu, "")
    .trim();

type Reader = (text: string) => Facts;

const READERS: Readonly<Record<string, Reader>> = {
  "reply-rank.md": reply,
  "reply-rank-after.md": reply,
  "show.md": (text) =>
    new Map([...markdown(text), ...counts(text), ...spent(text, /^- Spent: /u), ...unmet(text), ...said(text)]),
  "show-ranking.md": (text) =>
    new Map([...markdown(text), ...counts(text), ...spent(text, /^- Spent: /u), ...unmet(text), ...said(text)]),
  "show-all.md": list,
  "show-scores.md": (text) => new Map([...verdict(text), ...standings(text)]),
  "show-ledger.md": (text) => new Map([...counts(text), ...spent(text, /^In all: /u), ...failed(text)]),
  "stored/results/ranking.md": (text) =>
    new Map([
      ...verdict(text),
      ...rankingTable(text),
      ...scoresThere(text),
      ...covered(text),
      ...unmet(text),
      ...failed(text),
    ]),
  "compare.md": comparison,
  "report.txt": report,
  "live.txt": live,
  "live.json": liveState,
  "terminal.txt": terminal,
};

/** "  2026-11-20 09:00, 44s, $0.03: topic" and "  Winner, high confidence: A “title”", with what is there where it is not all. */
function list(text: string): Facts {
  const facts = counts(text);
  const cost = /^ {2}\d{4}-\d\d-\d\d \d\d:\d\d, .*?(\$\d+\.\d\d): /mu.exec(text)?.[1];
  if (cost !== undefined) facts.set("cost", cost);
  const line = linesOf(text).find((each) => /^ {2}(?:No w|W)inner[,:]/u.test(each)) ?? "";
  const [, none, confidence, said = ""] =
    /^ {2}(?:(No winner)|Winner)(?:, (low|medium|high) confidence)?[,:] (.*)$/u.exec(line) ?? [];
  if (line === "") return facts;
  if (confidence !== undefined) facts.set("confidence", confidence);
  const [, letter, title] = /([A-Z]) “(.*)”$/u.exec(said) ?? [];
  const tied = /^a tie of (.*)$/u.exec(said)?.[1]?.split(/, | and /u);
  if (none === undefined) facts.set("verdict", `winner ${letter}`);
  else if (said.startsWith("ahead is")) facts.set("verdict", `ahead ${letter}`);
  else if (tied) facts.set("verdict", `tie ${tied.join(" ").replace(/(\d+) more$/u, "+$1")}`);
  else if (said.startsWith("one reviewer alone")) facts.set("verdict", `one opinion ${letter}`);
  else if (said.startsWith("only one design")) facts.set("verdict", `one design ${letter}`);
  if (title !== undefined && (none === undefined || said.startsWith("ahead is"))) facts.set("first title", title);
  return facts;
}

/** An error says nothing of the experiment. */
function reply(text: string): Facts {
  if (text.startsWith("**designlab")) return new Map();
  return new Map([...markdown(text), ...incomplete(text), ...unmet(text), ...failed(text)]);
}

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trimEnd());

/** Verdict, table and authors, as a reply and `show` have them. */
function markdown(text: string): Facts {
  const facts = verdict(text);
  for (const line of linesOf(text)) {
    const cells = line.split(/(?<!\\)\|/u).map((cell) => cell.trim());
    const named = /^([A-Z])( \(flagged\))? (.+)$/u.exec(cells[2] ?? "");
    if ((cells.length === 6 || cells.length === 7) && named && /^[\d–]+$/u.test(cells[1] ?? "")) {
      place(facts, named[1] ?? "", cells[1], cells.at(-3), cells.at(-2));
      if (cells.length === 7) facts.set(`${named[1]} meets`, cells[3] ?? "");
      facts.set(`${named[1]} title`, named[3] ?? "");
      facts.set(`${named[1]} flagged`, named[2] ? "yes" : "no");
    }
    const written = /^Written: (.*?)\.(?: P\(best\): .*)?$/u.exec(line);
    for (const [, letter, model] of written?.[1]?.matchAll(/\b([A-Z]) by (\S+?)(?=,| and |$)/gu) ?? [])
      facts.set(`${letter} model`, model ?? "");
  }
  return facts;
}

/** Where it is said after how many reviewers a design was let go, the rank alone. */
const placeIn = (rank: string): string => rank.replace(/ \(after \d+ reviewers?\)$/u, "");

function place(facts: Facts, letter: string, rank = "", score = "", chance = ""): void {
  facts.set(`${letter} rank`, placeIn(rank));
  facts.set(`${letter} score`, score);
  facts.set(`${letter} chance`, chance);
}

/** The sentence of the verdict, its probability and its confidence. */
function verdict(text: string): Facts {
  const facts: Facts = new Map();
  const line = linesOf(text).find((each) =>
    /^ *\*\*(?:No (?:winner|order|ranking):|[A-Z] “.* better than )/u.test(each),
  );
  if (line === undefined) return facts;
  for (const [fact, value] of answered(line)) facts.set(fact, value);
  if (facts.has("confidence")) facts.set("doubt", /Confidence: \w+, for (.*)\.$/u.exec(line)?.[1] ?? "none");
  return facts;
}

/** What the sentence of a verdict says, and the confidence behind it; in a view that has no quotation marks, `titled` tells letters. */
function answered(line: string, titled = /(?:^|[ *])([A-Z]) “(.*?)”/gu): Facts {
  const facts: Facts = new Map();
  const named = [...line.split("Confidence:", 1).join("").matchAll(titled)];
  const letters = named.map(([, letter]) => letter ?? "");
  const more = /, (?:\S.* )?and (\d+) more apart/u.exec(line)?.[1];
  const said = `${kindOf(line, letters)}${more === undefined ? "" : ` +${more}`}`;
  facts.set("verdict", said);
  facts.set("in short", inShort(said, letters.length + Number(more ?? 0)));
  facts.set("pair", pairOf(said));
  const title = named[0]?.[2];
  if (/^(?:winner|ahead) /u.test(said) && title !== undefined) facts.set("first title", title);
  const confidence = /Confidence: (low|medium|high)/u.exec(line)?.[1];
  if (confidence !== undefined) facts.set("confidence", confidence);
  const lacks = /but (?:misses|says nothing of) (.*)$/u.exec(line.split("Confidence:", 1)[0] ?? "")?.[1];
  if (lacks !== undefined) facts.set("lacks", (lacks.match(/\b[RCN]\d+\b/gu) ?? []).join(" "));
  const chance = /probability (?:of )?((?:over |under )?\d+ %)/u.exec(line)?.[1];
  if (chance !== undefined && letters[0] !== undefined) facts.set(`${letters[0]} chance`, chance);
  if (said.startsWith("winner ")) facts.set("better", /is (probably )?better/u.exec(line)?.[1] ? "probably" : "surely");
  return facts;
}

/** A verdict where there is no more room than for a word: "first", "ahead", "a tie of 3" or "none". */
function inShort(verdict: string, tied: number): string {
  if (verdict.startsWith("winner ")) return "first";
  if (verdict.startsWith("ahead ")) return "ahead";
  return verdict.startsWith("tie ") ? `a tie of ${tied}` : "none";
}

/** What follows of a verdict for the first two designs; "?" where nothing does. */
function pairOf(verdict: string): string {
  const [kind = "", one = "", two = ""] = verdict.split(" ");
  if (kind === "winner") return `${one} is better`;
  if (kind === "tie") return `${one} and ${two} are not told apart`;
  if (verdict.startsWith("no order") || verdict.startsWith("unranked")) return "no order";
  return verdict.startsWith("one opinion ") ? verdict : "?";
}

function kindOf(line: string, letters: readonly string[]): string {
  const [one = ""] = letters;
  if (/No ranking:/u.test(line)) return "unranked";
  if (/No order:/u.test(line)) return ["no order", ...letters].join(" ");
  if (/nly .* has scores/u.test(line)) return `one design ${one}`;
  if (/cannot tell/u.test(line)) return ["tie", ...letters].join(" ");
  if (/slightly ahead|is ahead, but not surely/u.test(line)) return `ahead ${one}`;
  if (/one reviewer alone/u.test(line)) return `one opinion ${one}`;
  return /is (?:probably )?better than the other/u.test(line) ? `winner ${one}` : `not read: ${line}`;
}

/** "A “title”: Ranked 1 of 3, adjusted score 8.86, P(best) over 95 %." */
function standings(text: string): Facts {
  const facts: Facts = new Map();
  for (const line of linesOf(text)) {
    const found =
      /^- ([A-Z]) “(.*)”: Ranked (\d+) of \d+, (?:adjusted|mean) score ([\d.]+)(?:, P\(best\) (.*))?\.$/u.exec(line);
    if (!found) continue;
    const [, letter = "", title = "", rank, score, chance] = found;
    place(facts, letter, rank, score, chance ?? "–");
    facts.set(`${letter} title`, title);
  }
  return facts;
}

function rankingTable(text: string): Facts {
  const facts: Facts = new Map();
  const lines = linesOf(text);
  const heads = (lines.find((line) => line.startsWith("| Rank | Design")) ?? "").split("|").map((cell) => cell.trim());
  for (const line of lines) {
    const cells = line.split(/(?<!\\)\|/u).map((cell) => cell.trim());
    if (cells.length !== heads.length || !/^[\d–]+$/u.test(cells[1] ?? "")) continue;
    const at = (head: string): string => cells[heads.indexOf(head)] ?? "";
    const letter = /^[A-Z]/u.exec(at("Design"))?.[0] ?? "";
    place(facts, letter, at("Rank"), at(heads.includes("Score") ? "Score" : "Score/10"), at("P(best)"));
    if (heads.includes("Meets")) facts.set(`${letter} meets`, at("Meets"));
    facts.set(`${letter} model`, at("Model"));
  }
  for (const [, letter, title] of text.matchAll(/^\*\*([A-Z]) “(.*)”\*\*/gmu))
    facts.set(`${letter} title`, title ?? "");
  return facts;
}

/** "3 of 3 designs, 12 of 12 reviews, 12 of 12 scores" */
function counts(text: string): Facts {
  const [, designs, reviews, scores] =
    /(\d+ of \d+) designs?, (\d+ of \d+) reviews?(?:, (\d+ of \d+) scores?)?/u.exec(text) ?? [];
  return new Map(
    Object.entries({ designs, reviews, scores }).flatMap(([what, count]) => (count ? [[`${what} there`, count]] : [])),
  );
}

/** "R1 Workers lease jobs | met (4 of 4) | partly met (3 of 4)": what most say of a requirement in a design. */
function covered(text: string): Facts {
  const facts: Facts = new Map();
  const rows = linesOf(text).map((line) => line.split(/(?<!\\)\|/u).map((cell) => cell.trim()));
  const letters = rows.find((cells) => cells[1] === "" && /^[A-Z]$/u.test(cells[2] ?? "")) ?? [];
  for (const cells of rows) {
    const id = /^([RCN]\d+) /u.exec(cells[1] ?? "")?.[1];
    if (id === undefined || cells.length !== letters.length) continue;
    for (const [at, cell] of cells.entries()) {
      const said = /^([a-z ]+) \(\d+ of \d+/u.exec(cell)?.[1];
      if (said !== undefined) facts.set(`${id} by ${letters[at]}`, said);
    }
  }
  return facts;
}

/** "3 designs, 1 reviewer, 12 of 12 scores" */
function scoresThere(text: string): Facts {
  const found = /^.*\b\d+ designs?, \d+ reviewers?, (\d+ of \d+) scores?\b/mu.exec(text)?.[1];
  return found === undefined ? new Map() : new Map([["scores there", found]]);
}

/** "15 sessions, 66,000 tokens, $0.15" */
function spent(text: string, begin: RegExp): Facts {
  const line = linesOf(text).find((each) => begin.test(each)) ?? "";
  const [, sessions, tokens, cost] = /(\d+) sessions?, ([\d,]+) tokens, (\$[\d,]+(?:\.\d+)?)/u.exec(line) ?? [];
  return sessions === undefined
    ? new Map()
    : new Map([
        ["sessions", sessions],
        ["tokens", tokens ?? ""],
        ["cost", cost ?? ""],
      ]);
}

/** "**Incomplete:** 8 of 9 scores are there; …. The ranking uses what there is." */
function incomplete(text: string): Facts {
  const said = /^(?:\*\*)?Incomplete:(?:\*\*)? (.*?)\.(?: The ranking|$)/mu.exec(text)?.[1];
  return new Map([["incomplete", said ?? "nothing"]]);
}

/** What is missing, of a view that says nothing of an experiment that was never ranked. */
const said = (text: string): Facts => (text.includes("Not ranked yet") ? new Map() : incomplete(text));

/** Ids of the requirements that no design meets, and those on which reviewers disagree. */
function unmet(text: string): Facts {
  const facts: Facts = new Map();
  const line = /\*\*No design meets\*\* (.*?)”\./u.exec(text)?.[1];
  const list = /^No design meets:\n\n((?:- .*\n)+)/mu.exec(text)?.[1];
  const found = line ?? list;
  if (found !== undefined) facts.set("unmet", idsIn(found));
  const open = /\*\*Reviewers disagree\*\* on (.*)/u.exec(text)?.[1];
  const opens = /^Reviewers disagree on:\n\n((?:- .*\n)+)/mu.exec(text)?.[1];
  const disputed = open ?? opens;
  if (disputed !== undefined) facts.set("disputed", idsIn(disputed));
  return facts;
}

const idsIn = (text: string): string => [...new Set(text.match(/\b[RCN]\d+\b/gu))].join(" ");

/** "review and score of A, B and C by M (3 sessions): **why**" below a heading of what failed. */
function failed(text: string): Facts {
  const part = /^##+ (?:What failed.*|Failed)\n\n((?:- .*\n?)+)/mu.exec(text)?.[1];
  const facts: Facts = new Map();
  if (part === undefined) return facts;
  const who = linesOf(part).flatMap((line) => {
    const [, design, of = "", model = ""] =
      /^- (?:design ([A-Z])|.*? of ([A-Z, and]+?)) by (.*?)(?: \(\d+ sessions\))?: /u.exec(line) ?? [];
    return (design ?? of)
      .split(/, | and /u)
      .filter(Boolean)
      .map((letter) => `${letter} by ${model}`);
  });
  return facts.set("failed", [...new Set(who)].sort().join(", "));
}

function comparison(text: string): Facts {
  const facts: Facts = new Map();
  const said = linesOf(text).find((line) => line.startsWith("**")) ?? "";
  const [one, two] = [...said.matchAll(/(?:^|[ *])([A-Z]) “/gu)].map(([, letter]) => letter ?? "");
  if (/ cannot be told apart\*\*/u.test(said)) facts.set("pair", `${one} and ${two} are not told apart`);
  if (/ is (?:probably )?better than /u.test(said)) facts.set("pair", `${one} is better`);
  if (/^\*\*Nobody compares/u.test(said)) facts.set("pair", "no order");
  if (/^\*\*One reviewer alone/u.test(said)) facts.set("pair", `one opinion ${one}`);
  const rows = linesOf(text).map((line) => line.split(/(?<!\\)\|/u).map((cell) => cell.trim()));
  const letters =
    rows.find(
      (cells) => (cells.length > 3 && cells[1] === "" && cells[2] === "A") || /^[A-Z]$/u.test(cells[2] ?? ""),
    ) ?? [];
  for (const name of ["rank", "score", "meets"]) {
    const row = rows.find((cells) => cells[1] === name && cells.length === letters.length);
    for (const [at, letter] of letters.entries())
      if (row && /^[A-Z]$/u.test(letter) && /\d/u.test(row[at] ?? "")) facts.set(`${letter} ${name}`, row[at] ?? "");
  }
  for (const [, letter, title, model] of text.matchAll(/^- \*\*([A-Z])\*\* “(.*)” by (\S+)$/gmu)) {
    facts.set(`${letter} title`, title ?? "");
    facts.set(`${letter} model`, model ?? "");
  }
  return facts;
}

function report(text: string): Facts {
  const facts: Facts = incomplete(text);
  const lines = linesOf(text);
  const answer = lines[lines.indexOf("The verdict") + 1] ?? "";
  for (const [fact, value] of answered(answer, /([A-Z])\u00a0\u2060(.*?)(?= (?:is|and|apart|has|first)\b|,|$)/gu))
    facts.set(fact, value);
  facts.delete("first title");
  if (facts.has("confidence")) facts.set("doubt", /No surer, for (.*?)\. [A-Z]/u.exec(text)?.[1] ?? "none");
  const designs = /^(\d+) designs?, \d+ reviewers?, /mu.exec(text)?.[1];
  for (const [fact, value] of scoresThere(text)) facts.set(fact, value);
  if (designs !== undefined) facts.set("designs written", designs);
  for (const [, id, of, status] of text.matchAll(/^([RCN]\d+) by design ([A-Z]): ([a-z ]+), say /gmu))
    facts.set(`${id} by ${of}`, status ?? "");
  const from = lines.indexOf("The designs");
  let letter = "";
  for (const [at, line] of lines.slice(from).entries()) {
    const next = lines[from + at + 1] ?? "";
    if (/^Requirements, design by design|^The scores|^Scores/u.test(line)) break;
    if (/^[A-Z]$/u.test(line)) {
      letter = line;
      facts.set(`${letter} title`, next);
      facts.set(`${letter} flagged`, "no");
    }
    if (letter === "") continue;
    if (line.startsWith("by ") && !facts.has(`${letter} model`)) facts.set(`${letter} model`, line.slice(3));
    if (line.startsWith("⚑ ")) facts.set(`${letter} flagged`, "yes");
    if (line === "Rank") facts.set(`${letter} rank`, placeIn(next));
    if (line === "Score of 10") facts.set(`${letter} score`, next);
    if (line === "Chance to be best") facts.set(`${letter} chance`, next);
  }
  const time = lines.find((line) => /^\d+ sessions?, [\d,]+ tokens, \$/u.test(line)) ?? "";
  for (const [fact, value] of spent(time, /^/u)) facts.set(fact, value);
  const went = lines.slice(lines.lastIndexOf("What failed") + 1);
  const who = (lines.includes("What failed") ? went.slice(0, went.indexOf("Time and cost")) : []).flatMap((line) => {
    const [, model, which] = /^(\S+), the (?:design|.*? of) ([A-Z]): /u.exec(line) ?? [];
    return which === undefined ? [] : [`${which} by ${model}`];
  });
  if (who.length > 0) facts.set("failed", [...new Set(who)].sort().join(", "));
  const nobody = /^No design meets ([RCN]\d.*?)\.(?: |$)/mu.exec(text)?.[1];
  if (nobody !== undefined) facts.set("unmet", idsIn(nobody));
  const open = /^Reviewers disagree on ([RCN].*)/mu.exec(text)?.[1];
  if (open !== undefined) facts.set("disputed", idsIn(open));
  return facts;
}

function live(text: string): Facts {
  const facts: Facts = incomplete(text);
  const lines = linesOf(text);
  const answer = lines[lines.indexOf("The ranking") + 1] ?? "";
  if (lines.includes("The ranking")) for (const [fact, value] of answered(answer)) facts.set(fact, value);
  for (const line of lines) {
    const row = /^([A-Z]) (.*?) \| (\d+) \| ([\d.]+) \| (.*?) \| \d+ of \d+ \|$/u.exec(line);
    if (row) {
      place(facts, row[1] ?? "", row[3], row[4], row[5]);
      facts.set(`${row[1]} title`, row[2] ?? "");
    }
    const legend = /^([A-Z]) (.*) by (\S+)$/u.exec(line);
    if (legend) facts.set(`${legend[1]} model`, legend[3] ?? "");
  }
  const after = (name: RegExp): string => lines[lines.findIndex((line) => name.test(line)) + 1] ?? "";
  facts.set("tokens", after(/^Tokens in all(?:,|$)/u));
  facts.set("cost", after(/^Cost in all(?:,|$)/u));
  const who = lines.flatMap((line) => {
    const [, letter, model] = /^(?:Design|Evaluation of) ([A-Z]) by (\S+), failed/u.exec(line) ?? [];
    return letter === undefined ? [] : [`${letter} by ${model}`];
  });
  if (who.length > 0) facts.set("failed", [...new Set(who)].sort().join(", "));
  return facts;
}

type Part =
  | string
  | { is: "strong"; of: Part[] }
  | { is: "requirement"; id: string; text: string }
  | { is: "words"; text: string }
  | { is: "design"; id: string; titled: boolean };

/** The live page's state as its server sends it. */
function liveState(text: string): Facts {
  const facts: Facts = new Map();
  const state = JSON.parse(text);
  const { verdict: said } = state;
  const textOf = (part: Part): string => {
    if (typeof part === "string") return part;
    if (part.is === "strong") return part.of.map(textOf).join("");
    if (part.is === "requirement") return `${part.id} “${part.text}”`;
    if (part.is === "words") return part.text;
    const found = state.designs.find((design: { design_id: string }) => design.design_id === part.id);
    return part.titled ? `${found.letter} “${found.title}”` : found.letter;
  };
  if (said) {
    const confidence = said.confidence === null ? "" : ` Confidence: ${said.confidence}`;
    for (const [fact, value] of answered(`${said.answer.map(textOf).join("")}${confidence}`)) facts.set(fact, value);
  }
  for (const { letter, rank, score, chance } of state.so_far)
    place(facts, letter, String(rank), Number(score).toFixed(2), chance ?? "–");
  for (const { letter, title, model } of state.designs) {
    if (title !== null) facts.set(`${letter} title`, title);
    facts.set(`${letter} model`, model);
  }
  facts.set("tokens", Number(state.tokens).toLocaleString("en"));
  return facts;
}

/** The terminal's list: what it cost, and who is first. */
function terminal(text: string): Facts {
  const facts: Facts = new Map();
  const lines = linesOf(text);
  const about = lines.find((line) => / · (?:(?:no )?winner|not ranked)/u.test(line)) ?? "";
  const cost = / · (\$\d+\.\d\d) · /u.exec(about)?.[1];
  if (cost !== undefined) facts.set("cost", cost);
  const [, no, confidence, rest] = / · (no )?winner(?: \((low|medium|high)\))?(?:: (.*))?$/u.exec(about) ?? [];
  const said = no === undefined ? rest : `none${rest === undefined ? "" : `, ${rest}`}`;
  if (confidence !== undefined) facts.set("confidence", confidence);
  const [, ahead = "", tie, none, title = ""] =
    /^(none, )?(?:(a tie of \d+)|(none)|(.*?))(?: ahead)?$/u.exec(said ?? "") ?? [];
  if (said !== undefined) facts.set("in short", tie ?? none ?? (ahead === "" ? "first" : "ahead"));
  if (title !== "") facts.set("first title", title);
  return facts;
}
