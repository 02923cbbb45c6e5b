import type { FileFact } from "../../../questions/files.ts";
import { NOT_KEPT, SHUT, SILENT, TYPED_STAYS } from "../../../story/served-page.ts";
import { readSaid } from "../client/connection.ts";
import { postShown } from "./connection.ts";

/** What the server made of it, or a sentence that says why it was not taken. */
type Came<T> = { ok: true; said: T } | { ok: false; refused: string };

/** Sends an answer, skips a question, ends the interview, begins what is offered, or gives a person's word. */
export async function act(
  door: "answer" | "skip" | "enough" | "begin" | "decide" | "outcome" | "plan" | "write",
  body: object = {},
): Promise<Came<object>> {
  return came(await postShown(door, {}, JSON.stringify(body)));
}

/** Has a file kept; the facts of it, or a sentence that says why it was not. */
export async function upload(id: string, file: File): Promise<FileFact | string> {
  const answer = await came<FileFact>(await postShown("upload", { id, name: file.name }, file));
  return answer.ok ? answer.said : answer.refused;
}

async function came<T>(answer: Response | null): Promise<Came<T>> {
  const refuse = (refused: string): Came<T> => ({ ok: false, refused });
  if (answer === null) return refuse(`${SILENT} ${TYPED_STAYS}`);
  if (answer.status === 403) return refuse(`${SHUT} ${TYPED_STAYS}`);
  const said = await readSaid<T>(answer);
  if (answer.ok && said !== null) return { ok: true, said };
  return refuse(said?.refused ?? NOT_KEPT.open);
}
