import { lstat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import pLimit from "p-limit";
import { AnonymousStudy } from "../../artifacts/anonymous-study.ts";
import { LabError, UsageError } from "../../errors.ts";
import { OPEN_FILES } from "../../store/artifacts.ts";
import { jsonOf, writeNew } from "../../store/files.ts";
import { FOREIGN_WORD } from "../../story/export.ts";
import { EXPORT_UNDONE, studyExported } from "../../story/study-result.ts";
import { anonymousStudy, readScores } from "../../study/anonymous.ts";
import { knownIn, leaksIn, stringsIn } from "../../text/kept-out.ts";
import { listText } from "../../text/numbers.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import { noStudyThere } from "./opened.ts";
import { MEANT, studyOptions } from "./options.ts";
import { rankingOptions, readHere } from "./result.ts";
import type { StudyWord } from "./study.ts";

/** Without the study's name: a file's name is handed on too. */
const FILE = "designlab-study-anonymous.json";
/** A task that is called so is told by no file of JSON. */
const JSON_WORDS = "null true false";

export const exportWord: StudyWord = {
  word: "export",
  usage: "export --anonymous [STUDY] [--to FILE] [--queue URL]",
  does: "a file of the study's numbers alone, without a name, from which anybody makes the same result",
  async run(call) {
    const options = { ...MEANT, anonymous: { type: "boolean" }, to: { type: "string" } } as const;
    const { values, positionals } = studyOptions(exportWord, call.rest, options, 1);
    if (values.anonymous !== true)
      throw new UsageError("Cannot export a study with names: needed is --anonymous. Nothing was written.", {
        advice: "Its experiments are exported one by one with opencode-designlab export ID.",
      });
    const path = resolve(call.directory, values.to ?? FILE);
    await refuseTaken(path);
    const found = await readHere(call, { queue: values.queue, study: positionals[0] ?? values.study });
    if (found === null) return noStudyThere("unranked");
    const { lab, known, read } = found;
    const given = new Map(
      await pLimit(OPEN_FILES).map([...read.folders], async ([key, experiment]) => {
        call.signal.throwIfAborted();
        return [key, await readScores(experiment, rankingOptions(lab))] as const;
      }),
    );
    const value = anonymousStudy(read.outcomes, { hash: known.hash, given });
    const text = jsonOf(path, AnonymousStudy, value);
    const leaks = leaksIn(new Map([["it", exportedWords(value)]]), {
      ...{ value, schema: AnonymousStudy, own: JSON_WORDS },
      known: knownIn({ ...known, result: read.result, directory: call.directory, home: lab.person.home }),
      foreign: { file: "it", kind: FOREIGN_WORD },
    });
    if (leaks.length > 0)
      throw new LabError(
        `Cannot export the study without names: it would hold ${listText(
          leaks.map(({ kind }) => kind),
          6,
        )}. Nothing was written.`,
        { advice: "That is a defect of opencode-designlab: its check found what must not be there." },
      );
    const isNew = await writeNew(dirname(path), path, text, EXPORT_UNDONE);
    if (!isNew) await refuseTaken(path);
    const experiments = value.experiments.filter(({ state }) => state === "done").length;
    return {
      text: blocksText(studyExported(path, { experiments })),
      outcome: "answered",
      facts: { file: path, experiments },
    };
  },
};

/** Every string of it: between them stand numbers, and signs of JSON that a hostile name may quote. */
export const exportedWords = (value: AnonymousStudy): string => stringsIn(value).join("\n");

/** It is written over nothing. */
async function refuseTaken(path: string): Promise<void> {
  if ((await lstat(path).catch(() => null)) === null) return;
  throw new UsageError(`Cannot export into ${path}: something is there. Nothing was written.`, {
    advice: "Move that away, or name another file with --to FILE.",
  });
}
