import { randomUUID } from "node:crypto";
import { LabError, messageOf, UsageError } from "../errors.ts";
import { appendText, endLine } from "../store/ledger.ts";
import { paths } from "../store/paths.ts";
import type { Home } from "../store/private.ts";
import { MAX_BYTES, readRegular } from "../store/read.ts";
import { type Last, lastSeals, rememberSeal, sealOf, witnessOf } from "../store/seen.ts";
import { found } from "../text/wording.ts";
import { checkQuestion, readAnswer, refusedText } from "./check.ts";
import { named } from "./options.ts";
import {
  type Asked,
  type By,
  freeId,
  isOver,
  type Line,
  late,
  MAX_QUESTIONS,
  type Replayed,
  replay,
  saidBy,
} from "./replay.ts";

/** What is asked of a person and answered in one experiment: one file, appended and replayed, that every door shares. */
export type Journal = {
  /** How all questions stand; a file that cannot be read is a problem, and no question. */
  read(): Promise<Replayed>;
  /** Asks all of them, or none where one is wrong. Gives them back with their ids. Throws UsageError. */
  ask(questions: readonly unknown[], by: By): Promise<Asked[]>;
  /** Takes an answer in, or another in its place: of the type's shape, or a typed line. Throws UsageError. */
  answer(id: string, given: unknown, by: By): Promise<Asked>;
  skip(id: string, by: By): Promise<Asked>;
  /** Takes a question back that is not answered. */
  cancel(id: string, by: By): Promise<Asked>;
  /** No further question is wanted. */
  end(by: By): Promise<Replayed>;
  /** An agent's call reported how these questions stand. */
  reported(ended: readonly Asked[]): Promise<void>;
  /** From now on its answer stays: what stands on it was approved. */
  close(id: string, by: By): Promise<Asked>;
};

type Body = Line extends infer Each ? (Each extends Line ? Omit<Each, "at" | "key" | "seal"> : never) : never;

/** A journal as it was read, and what this machine remembered of it then. */
type Before = { text: string; all: Replayed; last: Last };

/**
 * @param dir The folder that holds questions.jsonl.
 * @param person Under whose seal a person's word is kept and told; absent: nothing in it was seen.
 */
export function openJournal(dir: string, now: () => Date, person?: Home): Journal {
  const path = paths.questions(dir);
  const place = { dir, ...(person && { person }) };

  async function replayOf(text: string, last: Last): Promise<Replayed> {
    // Nobody needs a seal to read what has none.
    if (!text.includes('"seal"')) return replay(text, path);
    const holds = await witnessOf(place, "questions");
    return replay(text, path, { holds, last: last.macs });
  }

  /** What is remembered is read first: a seal is remembered once it stands in the file. */
  async function before(): Promise<Before> {
    const last = await lastSeals(place);
    const now = await text();
    return { text: now, all: await replayOf(now, last), last };
  }

  async function text(): Promise<string> {
    const read = await readRegular(path);
    if (read.state === "ok") return read.value;
    if (read.state === "missing") return "";
    throw new LabError("Cannot read what was asked in this experiment. Nothing was changed.", {
      advice: "Mend its permissions, or move it away: what was asked is then asked anew.",
      problems: [read.problem],
    });
  }

  /** Appends lines, and says how all stand with them. Each is one write: other processes append to the same file. */
  async function append(was: Before, bodies: readonly Body[]): Promise<{ all: Replayed; keys: string[] }> {
    const at = now().toISOString();
    const lines: Line[] = [];
    let tips = was.all.tips;
    for (const body of bodies) {
      const line = await sealLine({ at, key: randomUUID(), ...body }, was, tips);
      if (line.seal) tips = [line.seal.mac];
      lines.push(line);
    }
    const texts = lines.map((line) => `${JSON.stringify(line)}\n`);
    const bytes = [was.text, ...texts].reduce((sum, each) => sum + Buffer.byteLength(each), 1);
    if (bytes > MAX_BYTES) {
      throw new LabError(`Cannot write ${path}: it may have ${MAX_BYTES} bytes, and this would make it ${bytes}.`);
    }
    try {
      await endLine(path);
      for (const each of texts) await appendText(path, each);
    } catch (error) {
      throw new LabError(`Cannot keep this in ${path}: ${messageOf(error)}`, {
        advice: "Mend what the system says, then do it again: what was kept before is still there.",
        cause: error,
      });
    }
    for (const { seal } of lines) if (seal) await rememberSeal(place, seal.mac, was.last);
    return { all: (await before()).all, keys: lines.map(({ key }) => key) };
  }

  /** A person's line under a seal, over the question that it is about; text may have come through an agent. */
  async function sealLine(line: Line, { all }: Before, tips: readonly string[]): Promise<Line> {
    if (line.by === "text") return line;
    const asked = "id" in line && line.event !== "asked" ? all.questions.find(({ id }) => id === line.id) : undefined;
    const seal = { mac: "", after: tips.slice(-MAX_TIPS) };
    const mac = await sealOf(place, "questions", saidBy({ ...line, seal }, asked?.question ?? null));
    return mac === undefined ? line : { ...line, seal: { ...seal, mac } };
  }

  /** Appends what happens to one question, unless it comes too late; another process may still have been quicker. */
  async function act(id: string, doing: string, bodyFor: (asked: Asked) => Body): Promise<Asked> {
    const was = await before();
    const asked = questionOf(was.all, id, doing);
    const body = bodyFor(asked);
    refuseLate(asked, body, doing);
    const { all, keys } = await append(was, [body]);
    const after = questionOf(all, id, doing);
    if (!all.taken.has(keys[0] ?? "")) refuseLate(after, body, doing);
    return after;
  }

  return {
    async read() {
      const last = await lastSeals(place);
      const read = await readRegular(path);
      if (read.state === "unusable") return { ...replay("", path), problems: [read.problem] };
      return replayOf(read.state === "ok" ? read.value : "", last);
    },
    async ask(given, by) {
      const was = await before();
      const { questions } = was.all;
      const ids = new Set(questions.filter((each) => !isOver(each)).map(({ id }) => id));
      const { length } = questions;
      if (given.length === 0 || length + given.length > MAX_QUESTIONS) {
        const needed = `1 to ${MAX_QUESTIONS - length} questions (${MAX_QUESTIONS} in all)`;
        throw new UsageError(`Cannot ask: needed are ${needed}, found ${given.length}. Nothing was asked.`);
      }
      const checked = given.map((each, at) => checkQuestion(each, ["questions", at]));
      for (const [at, { id }] of checked.entries()) {
        if (id !== undefined && ids.has(id)) {
          const place = `questions[${at}].id must be one that no question has`;
          throw new UsageError(`Cannot ask: ${place}, found ${found(id)}. Nothing was asked.`);
        }
        if (id !== undefined) ids.add(id);
      }
      const bodies = checked.map((question, at): Body => {
        const id = question.id ?? freeId(questions.length + at, ids);
        ids.add(id);
        return { event: "asked", by, id, question: { ...question, id } };
      });
      const { all, keys } = await append(was, bodies);
      const byId = new Map(all.questions.map((each) => [each.id, each]));
      const made = keys.flatMap((key) => byId.get(all.taken.get(key) ?? "") ?? []);
      if (made.length === keys.length) return made;
      throw new LabError(`Cannot ask: another process asked at once, and ${MAX_QUESTIONS} questions are the most.`);
    },
    answer: (id, given, by) =>
      act(id, "take the answer to", (asked) => {
        refuseLate(asked, { event: "answered" }, "take the answer to");
        const read = readAnswer(asked.question, given);
        if (!read.ok) throw new UsageError(refusedText(id, read));
        return { event: asked.state === "answered" ? "changed" : "answered", by, id, answer: read.answer };
      }),
    skip: (id, by) => act(id, "skip", () => ({ event: "skipped", by, id })),
    cancel: (id, by) => act(id, "cancel", () => ({ event: "cancelled", by, id })),
    end: async (by) => (await append(await before(), [{ event: "ended", by }])).all,
    async reported(ended) {
      const ends = Object.fromEntries(ended.map(({ id, at }) => [id, at]));
      await append(await before(), [{ event: "reported", by: "text", ends }]);
    },
    close: (id, by) => act(id, "close", () => ({ event: "closed", by, id })),
  };
}

/** Seals that one line follows; more were never written at once. */
const MAX_TIPS = 100;

function questionOf({ questions }: Replayed, id: string, doing: string): Asked {
  const asked = questions.find((each) => each.id === id);
  if (asked) return asked;
  const ids = questions.map((each) => each.id);
  const there = ids.length === 0 ? "; nothing was asked yet" : `; there are ${named(ids)}`;
  throw new UsageError(
    `Cannot ${doing} ${found(id)}: needed is a question that was asked, found none of that id${there}. Nothing was changed.`,
  );
}

function refuseLate(asked: Asked, { event }: Pick<Line, "event">, doing: string): void {
  const why = late(asked, event);
  if (why === null) return;
  const needed = event === "skipped" ? "a question that can be skipped" : "a question that is not closed";
  throw new UsageError(`Cannot ${doing} ${asked.id}: needed is ${needed}, found ${why}. Nothing was changed.`);
}
