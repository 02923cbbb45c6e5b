import { computed, signal } from "@preact/signals";
import type { KeptVote } from "../../../artifacts/ballot.ts";
import { NOT_KEPT } from "../../../story/served-page.ts";
import { follow, isFollowing, knock, leave, lost, post, readSaid } from "../client/connection.ts";
import { keepDraft, keptDraft } from "../client/drafts.ts";
import { grade, learnProof, provenServer } from "../client/server-proof.ts";
import { type Draft, draftOf, reopened, voiceOf, withoutLetters } from "./draft.ts";
import type { Opened, Sheet, SheetSaved, VoterTold } from "./sheet.ts";

export const sheet = signal<Sheet | null>(null);
export const draft = signal<Draft | null>(null);
/** What another page of the same person saved, which this page does not have; null where nothing. */
export const other = signal<KeptVote | null>(null);
/** The person is done, and what may be told then. */
export const done = signal(false);
export const after = signal<string | null>(null);
/** The result, drawn by the server; null before the person is done, and where there is none to see. */
export const result = signal<string | null>(null);
/** Why what stands here was not taken; "" where it was, or is not yet sent. */
export const refused = signal("");
const saving = signal(false);
/** The last vote that the server has, as text, and its revision. */
const base = signal("");
const revision = signal(0);

const said = computed(() => (sheet.value && draft.value ? JSON.stringify(voiceOf(sheet.value, draft.value)) : ""));
/** How what stands here is kept. */
export const keeping = computed(() =>
  saving.value ? "saving" : said.value === base.value ? "saved" : refused.value === "" ? "changed" : "refused",
);

/** What is changed is sent after half a second. Milliseconds. */
const PAUSE = 500;
let waiting: ReturnType<typeof setTimeout> | undefined;
/** What was asked for while something was on its way: to send again, as all or as it is. */
let queued: boolean | null = null;

/** What this tab keeps: the fields, after which revision they were filled in, and of which texts, by their letters. */
type Mine = { draft: Draft; revision: number; changed: boolean; texts: Readonly<Record<string, string>> };
const textsOf = ({ designs }: Sheet): Mine["texts"] =>
  Object.fromEntries(designs.map(({ letter, design_sha256 }) => [letter, design_sha256]));
const own = (path = location.pathname): string => `vote ${path}`;

/** Shows the ballot, follows what other pages save, and finds the server again where it was gone. */
export async function connectDesk(): Promise<void> {
  await knock(async () => {
    if (!isFollowing()) await refresh();
  });
}

async function refresh(): Promise<void> {
  const proven = await provenServer();
  const answer = proven === "own" ? await fetch("ballot").catch(() => null) : null;
  if (!answer?.ok) {
    const broken = answer !== null && answer.status >= 500;
    if (broken) refused.value = await reasonOf(answer);
    lost.value = broken ? "no" : proven === "other" || answer?.status === 403 ? "shut" : "gone";
    return;
  }
  const opened = (await answer.json()) as Opened;
  await learnProof();
  refused.value = "";
  lost.value = "no";
  if (sheet.value === null) begin(opened);
  else meet(opened);
  follow("events", (told) => meet(told as VoterTold));
  save();
}

/** The first look: what this tab kept goes before what the server has, unless others saved since. */
function begin({ sheet: given, ...told }: Opened): void {
  const first = draftOf(told.kept?.voice ?? null);
  const mine = keptDraft<Mine>(own(), { draft: first, revision: 0, changed: false, texts: textsOf(given) });
  const fits = mine !== null && Object.keys(mine.draft).sort().join() === Object.keys(first).sort().join();
  sheet.value = given;
  take(told.kept);
  done.value = told.kept?.done ?? false;
  after.value = told.after;
  result.value = told.result;
  if (!fits || (!mine.changed && mine.revision !== revision.value)) return;
  const others = given.designs.filter(({ letter, design_sha256 }) => mine.texts[letter] !== design_sha256);
  draft.value = withoutLetters(
    mine.draft,
    others.map(({ letter }) => letter),
  );
  if (mine.revision !== revision.value) other.value = told.kept;
}

/** What the server says now: taken where nothing was changed here, else shown beside it. */
function meet({ kept, after: sentence, result: drawn }: VoterTold): void {
  // What this page itself sends is answered by what it is told then; a word of before may come late.
  if (saving.value || (kept !== null && kept.revision < revision.value)) return;
  const others = (kept?.revision ?? 0) !== revision.value;
  if (others && kept !== null && keeping.value !== "saved") {
    other.value = kept;
    return;
  }
  if (others && kept !== null) take(kept);
  revision.value = kept?.revision ?? 0;
  done.value = kept?.done ?? false;
  after.value = sentence;
  result.value = drawn;
}

/** Puts what was kept in place of what stands here. */
export function take(kept: KeptVote | null): void {
  if (sheet.value === null) return;
  other.value = null;
  refused.value = "";
  draft.value = draftOf(kept?.voice ?? null);
  revision.value = kept?.revision ?? 0;
  base.value = said.value;
  done.value = kept?.done ?? false;
  keepMine();
}

/** Saves what stands here over what another page saved. */
export function keepOwn(): void {
  revision.value = other.value?.revision ?? revision.value;
  other.value = null;
  void sendVote(false);
}

export function change(part: Partial<Draft>): void {
  if (draft.value === null) return;
  draft.value = { ...draft.value, ...part };
  refused.value = "";
  keepMine();
  save();
}

/** Takes up again a vote that is done: it counts no more until the person is done anew. */
export function reopen(): void {
  if (draft.value === null) return;
  draft.value = reopened(draft.value, result.value !== null);
  keepMine();
  void sendVote(false);
}

/** Takes what stands here along to the page of another path. */
export const carry = (path: string): void => keepMine(own(path));

function keepMine(name = own()): void {
  if (draft.value === null || sheet.value === null) return;
  const [texts, changed] = [textsOf(sheet.value), said.value !== base.value];
  keepDraft(name, { draft: draft.value, revision: revision.value, changed, texts } satisfies Mine);
}

function save(): void {
  clearTimeout(waiting);
  // Only a person's own page is taken a vote from.
  if (grade.value === "shown") return;
  if (keeping.value === "changed" && other.value === null && !done.value)
    waiting = setTimeout(() => sendVote(false), PAUSE);
}

/** Sends what stands here; `as_done` says that it is all. */
export async function sendVote(as_done: boolean): Promise<void> {
  clearTimeout(waiting);
  if (sheet.value === null || draft.value === null) return;
  if (saving.value) {
    queued = as_done || queued === true;
    return;
  }
  const [text, voice] = [said.value, voiceOf(sheet.value, draft.value)];
  saving.value = true;
  const shown = sheet.value.designs.map(({ letter, design_sha256 }) => ({ letter, design_sha256 }));
  const answer = await post("save", JSON.stringify({ voice, revision: revision.value, done: as_done, shown }));
  const came = answer?.ok ? ((await answer.json().catch(() => null)) as SheetSaved | null) : null;
  const why = answer !== null && came === null && answer.status !== 403 ? await reasonOf(answer) : "";
  saving.value = false;
  refused.value = why;
  if (came?.state !== "saved") queued = null;
  if (answer === null) leave();
  else if (answer.status === 403) lost.value = "shut";
  if (came === null) return;
  if (came.state === "stale") {
    other.value = came.kept;
    return;
  }
  base.value = text;
  revision.value = came.kept?.revision ?? revision.value;
  done.value = came.kept?.done ?? false;
  after.value = came.after;
  result.value = came.result;
  keepMine();
  const again = queued;
  queued = null;
  // What was typed until a vote that is all was taken belongs to it; what asked for it twice asked for nothing more.
  if (as_done) {
    if (said.value !== text) void sendVote(true);
  } else if (again === null) save();
  else void sendVote(again);
}

async function reasonOf(answer: Response): Promise<string> {
  return (await readSaid(answer))?.refused ?? NOT_KEPT.judge;
}
