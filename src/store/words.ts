import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { isAlive } from "./alive.ts";
import { type Home, projectFile, stateFolder, writePrivate } from "./private.ts";
import { readJson } from "./read.ts";
import { openSeal } from "./seal.ts";

const Id = Type.String({ pattern: "^[0-9a-f]{32}$" });
const Answer = Type.Object({ value: Type.String({ minLength: 1 }), title: Type.String({ minLength: 1 }) });
/** One of several things that a person may say to what is asked. */
export type WordAnswer = Static<typeof Answer>;
const Asked = Type.Object({
  version: Type.Literal(1),
  id: Id,
  /** What it is about, as an experiment's id. */
  about: Type.String(),
  /** A whole sentence that a yes makes the person's own. */
  sentence: Type.String({ minLength: 1 }),
  /** What the person may say beside no, by the value that is given back; absent: yes. None: it is only told. */
  answers: Type.Optional(Type.Array(Answer, { maxItems: 5 })),
  /** Milliseconds since 1970. */
  asked_at: Type.Integer(),
  until: Type.Integer(),
  /** The process that waits. */
  pid: Type.Integer({ minimum: 1 }),
  mac: Type.String(),
});
const Said = Type.Object({
  version: Type.Literal(1),
  id: Id,
  yes: Type.Boolean(),
  /** Which of the answers, where it has some. */
  answer: Type.Optional(Type.String()),
  mac: Type.String(),
});

/** What a person says to a word that has no answers of its own, and what refuses any. */
export const YES = "yes";
export const NO = "no";

/** A word of the person's that a call waits for. */
export type AskedWord = Static<typeof Asked>;

/**
 * Where a host asks for a person's word and the person's own terminal gives it: files of the private folder, one set for
 * each project, sealed, so that neither side takes what another program wrote there.
 */
export function openWords(place: Home & { directory: string }, now: () => number) {
  const fileOf = (id: string, part = ""): string => projectFile(place, `word-${id}${part}`);
  const NAME = /^([0-9a-f]{16})-word-([0-9a-f]{32})\.json$/u;
  const [, project = ""] = NAME.exec(`${fileOf("0".repeat(32)).split(/[\\/]/u).at(-1)}`) ?? [];
  const sealed = ({ mac: _, ...rest }: AskedWord) => ({ word: "asked", ...rest });
  const spoken = ({ id, sentence }: AskedWord, said: string) => ({
    ...{ word: "said", id, sentence, yes: said !== NO },
    ...(said !== NO && said !== YES && { answer: said }),
  });
  const read = async <S extends TSchema>(path: string, schema: S): Promise<Static<S> | null> => {
    const found = await readJson(path, schema);
    return found.state === "ok" ? found.value : null;
  };
  const write = (path: string, value: object, taken: "over" | "new"): Promise<void> =>
    writePrivate(path, `${JSON.stringify(value)}\n`, taken);
  const end = async (id: string): Promise<void> => {
    for (const part of ["", "-seen", "-said"]) await rm(fileOf(id, part), { force: true }).catch(() => undefined);
  };
  let lastTold: string | null = null;

  return {
    /** Asks, for so many milliseconds at most. Rejects where no private folder can be written. */
    async ask(asked: Pick<AskedWord, "about" | "sentence" | "answers">, life: number): Promise<AskedWord> {
      const at = now();
      const made = {
        version: 1 as const,
        id: randomBytes(16).toString("hex"),
        ...asked,
        asked_at: at,
        until: at + life,
        pid: process.pid,
        mac: "",
      };
      const word = { ...made, mac: (await openSeal(place)).of(sealed(made)) };
      await write(fileOf(word.id), word, "new");
      return word;
    },
    /** Tells something, for so many milliseconds at most, in place of what it told before. */
    async tell(told: Pick<AskedWord, "about" | "sentence">, life: number): Promise<void> {
      if (lastTold !== null) await end(lastTold);
      lastTold = (await this.ask({ ...told, answers: [] }, life)).id;
    },
    /** Whether a terminal shows it, or will after what it shows now. */
    isSeen: async ({ id }: AskedWord): Promise<boolean> => (await read(fileOf(id, "-seen"), Type.Object({}))) !== null,
    /** What the person said: yes or the value of an answer, or no; null as long as that is not said, or by somebody else. */
    async said(word: AskedWord): Promise<string | null> {
      const kept = await read(fileOf(word.id, "-said"), Said);
      if (kept === null || kept.id !== word.id) return null;
      const said = kept.yes ? (kept.answer ?? YES) : NO;
      if (said !== NO && !(word.answers ?? [{ value: YES }]).some(({ value }) => value === said)) return null;
      return (await openSeal(place)).holds(spoken(word, said), kept.mac) ? said : null;
    },
    /** Nobody waits for it any more. */
    end: ({ id }: AskedWord): Promise<void> => end(id),

    /** What is waited for, the oldest first, marked as seen; what a process left that is gone is removed. */
    async waiting(): Promise<AskedWord[]> {
      const names = await readdir(stateFolder(place)).catch((): string[] => []);
      const found: AskedWord[] = [];
      for (const name of names) {
        const [, of, id = ""] = NAME.exec(name) ?? [];
        if (of !== project) continue;
        const word = await read(fileOf(id), Asked);
        if (word === null || word.id !== id || !(await openSeal(place)).holds(sealed(word), word.mac)) continue;
        if (word.until < now() || !isAlive(word.pid)) await end(id);
        else if ((await read(fileOf(id, "-said"), Said)) === null) found.push(word);
      }
      for (const { id } of found) await write(fileOf(id, "-seen"), {}, "new").catch(() => undefined);
      return found.sort((a, b) => a.asked_at - b.asked_at);
    },
    /** Gives the person's word, what `said` gives back; false where nobody waits for it any more, or another terminal was quicker. */
    async say(word: AskedWord, said: string): Promise<boolean> {
      if ((await read(fileOf(word.id), Asked)) === null) return false;
      const { word: _, sentence: __, ...kept } = spoken(word, said);
      const mac = (await openSeal(place)).of(spoken(word, said));
      return write(fileOf(word.id, "-said"), { version: 1, ...kept, mac }, "new").then(
        () => true,
        () => false,
      );
    },
  };
}
