import { basename, relative, resolve } from "node:path";
import { LabError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { keepFile } from "../../questions/keep-file.ts";
import type { Asked, By } from "../../questions/replay.ts";
import { placeOf } from "../../store/bases.ts";
import { openNamed } from "../../store/given.ts";
import { isYourFile } from "../../story/person-asked.ts";
import { typedCode } from "../../text/typed.ts";
import { found } from "../../text/wording.ts";
import type { OpContext } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { findNamedFile } from "../paths/named-file.ts";
import { asPerson } from "../person/as-person.ts";
import type { Place } from "./asked.ts";

/**
 * Answers a question for a file with the one that a person named by its path, kept as one from the page is. A path in an
 * agent's call is text: of a file of the project the person is asked, another is not looked for. Throws LabError.
 */
export async function answerWithFile(
  lab: Lab,
  context: OpContext,
  { dir, id: place, journal }: Place,
  { id, question: { type } }: Asked,
  written: string,
): Promise<Asked> {
  const advice = `The person can give it on the page (${typedCode("open", place)}), or type ${typedCode("answer", place, id, "PATH")}.`;
  const refuse = (why: string): never => {
    throw new LabError(`Not taken: ${id} asks for a file, found ${found(written)}: ${why}. Nothing was read.`, {
      advice,
    });
  };
  const path = unquoted(written.trim());
  if (context.typed === null && !(await isInside(lab, context, path)))
    refuse("a path in an agent's call is text, and names no file outside the project");
  const file = await findNamedFile(lab, context, path, { what: "a file", intent: "files", refuse });
  const shown = file.inside ? relative(lab.worktree, file.path) : file.path;
  const by: By = await asPerson(context, {
    pattern: place,
    question: isYourFile({ path: shown, bytes: file.bytes }, id, place),
    not: `Not taken: ${id} asks for a file, and a path in an agent's call is text`,
    advice,
    details: { question: id, experiment: place, file: shown },
  });
  const handle = await openNamed(file.real);
  if (handle === null) return refuse("it cannot be read");
  try {
    const { size } = await handle.stat();
    const body = () => handle.createReadStream({ autoClose: false });
    const fact = await keepFile(dir, journal, { id, filename: basename(file.path), bytes: size, body });
    return await journal.answer(id, type === "ask_image" ? { images: [fact] } : { files: [fact] }, by);
  } finally {
    await handle.close();
  }
}

async function isInside({ directory, worktree }: Lab, { home }: OpContext, path: string): Promise<boolean> {
  if (path.includes("\0") || path.length > 4_096) return false;
  return (await placeOf(resolve(directory, atHome(path, home)), worktree)).inside;
}

/** A path with blanks may stand in quotes. */
const unquoted = (text: string): string => /^"([^"]+)"$|^'([^']+)'$/u.exec(text)?.slice(1).find(Boolean) ?? text;
