import type { FileFact } from "../../../questions/files.ts";
import { LIVE_HISTORY, type LiveReply, type LiveWay } from "../../../story/live-reply.ts";
import { NOT_KEPT, SHUT, SILENT, TYPED_STAYS } from "../../../story/served-page.ts";
import type { WayName } from "../../../story/way-in.ts";
import { get, readSaid } from "../client/connection.ts";
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

/** What all experiments say together, read anew. */
export async function askHistory(): Promise<Came<LiveReply>> {
  return came(await get("history"), LIVE_HISTORY.unread);
}

/** What fits a person's words. */
export async function askWay(task: string): Promise<Came<LiveWay>> {
  return came(await postShown("way", {}, JSON.stringify({ task })));
}

/** Begins one of the ways; the key of the experiment's page, null where that is not to be found. */
export async function beginWay(task: string, way: WayName, agreed: string): Promise<Came<{ key: string | null }>> {
  return came(await postShown("begin-way", {}, JSON.stringify({ task, way, agreed })));
}

/** Has a file kept; the facts of it, or a sentence that says why it was not. */
export async function upload(id: string, file: File): Promise<FileFact | string> {
  const answer = await came<FileFact>(await postShown("upload", { id, name: file.name }, file));
  return answer.ok ? answer.said : answer.refused;
}

async function came<T>(answer: Response | null, unsaid: string = NOT_KEPT.open): Promise<Came<T>> {
  const refuse = (refused: string): Came<T> => ({ ok: false, refused });
  if (answer === null) return refuse(`${SILENT} ${TYPED_STAYS}`);
  if (answer.status === 403) return refuse(`${SHUT} ${TYPED_STAYS}`);
  const said = await readSaid<T>(answer);
  if (answer.ok && said !== null) return { ok: true, said };
  return refuse(said?.refused ?? unsaid);
}
