import type { StudySeen } from "../story/study-standing.ts";
import { drawStudy, wholeStudy } from "../views/html/study/page.tsx";
import type { StudyPart, StudyTold } from "../views/html/study/told.ts";
import { clientScript, STUDY_SHELL, STUDY_STYLE } from "./assets.ts";
import { type Invited, startOwnServer, type Visit } from "./own-server.ts";
import { sendBody, sendNothing, troubleOf } from "./responses.ts";

type Given = {
  /** The file in which port and keys are kept, its own. */
  kept: string;
  /** How the study stands now. Throws LabError. */
  look(): Promise<StudySeen>;
  /** How often it is looked at while a page is open, milliseconds. */
  every_ms?: number;
  idle_ms?: number;
};

type StudyPages = {
  /** Leads once to the page. */
  invite(): Invited;
  isOpen(): boolean;
  close(): void;
};

/** All of it lies in one room. */
const ROOM = "";
const LOOK_EVERY = 1_000;
/** A look that takes long is followed by a longer pause, so that no more than a quarter of the time is looked. */
const PAUSE = 3;

/**
 * Serves the page that follows one study. It only looks: nothing on it, and no door behind it, changes anything. The
 * study is looked at once however many pages are open, and not at all while none is.
 */
export async function startStudyPage({ kept, look, every_ms = LOOK_EVERY, idle_ms }: Given): Promise<StudyPages> {
  const listeners = new Set<(told: StudyTold) => void>();
  /** What was told last: the parts as they were drawn, or why none could be. */
  let last: { title: string; parts: readonly StudyPart[] } | { trouble: string } = { title: "", parts: [] };
  let timer: NodeJS.Timeout | null = null;

  async function answer({ path, request, response, follow }: Visit): Promise<void> {
    if (request.method !== "GET") return sendNothing(response, 404);
    if (path === "/study") {
      const told = await drawWhole().catch((error: unknown): StudyTold => troubleOf(error));
      return sendBody(response, "data", JSON.stringify(told));
    }
    if (path !== "/events") return sendNothing(response, 404);
    follow((tell) => {
      // It may have changed since this page was drawn.
      if ("trouble" in last || last.parts.length > 0) tell(last);
      listeners.add(tell);
      timer ??= setTimeout(lookAgain, every_ms);
      return () => void listeners.delete(tell);
    });
  }

  async function drawWhole(): Promise<StudyTold> {
    const seen = await look();
    const { title, parts } = drawStudy(seen);
    return { title, whole: wholeStudy(parts, seen.progress) };
  }

  async function lookAgain(): Promise<void> {
    const began = performance.now();
    const told = await look().then(drawStudy).catch(troubleOf);
    const before = new Map(("parts" in last ? last.parts : []).map(({ id, html }) => [id, html]));
    const isTrouble = "trouble" in told;
    const news: StudyTold = isTrouble
      ? told
      : { title: told.title, parts: told.parts.filter(({ id, html }) => before.get(id) !== html) };
    const same = isTrouble
      ? "trouble" in last && last.trouble === told.trouble
      : "parts" in news && news.parts.length === 0;
    last = told;
    if (!same) for (const tell of listeners) tell(news);
    timer =
      listeners.size === 0 ? null : setTimeout(lookAgain, Math.max(every_ms, PAUSE * (performance.now() - began)));
  }

  const { open, invite, isOpen, close } = await startOwnServer({
    kept,
    hall: { page: STUDY_SHELL, style: STUDY_STYLE, script: () => clientScript("study") },
    answer,
    working: async () => false,
    idle_ms,
  });
  // A page that is open since another command served it comes in again.
  open(ROOM);
  return {
    invite: () => invite({ room: ROOM, grade: "shown" }),
    isOpen,
    close() {
      if (timer !== null) clearTimeout(timer);
      close();
    },
  };
}
