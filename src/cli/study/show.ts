import { setTimeout as sleep } from "node:timers/promises";
import { UsageError } from "../../errors.ts";
import { keptFile } from "../../live/keys.ts";
import { noBrowser, PAGE_PATIENCE, showPage } from "../../live/show-page.ts";
import { unmarked } from "../../story/sentence.ts";
import { FOLLOWED, pageAt } from "../../story/study-page.ts";
import { type StudySeen, standingLine, studyShown } from "../../story/study-standing.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { CallCame } from "../remote.ts";
import { lookAtStudy, noStudyThere, type OpenedStudy, withStudy } from "./opened.ts";
import { MEANT, studyOptions } from "./options.ts";
import { createRedraw } from "./redraw.ts";
import type { StudyCall, StudyWord } from "./study.ts";

const LOOK_EVERY = 1_000;

export const showWord: StudyWord = {
  word: "show",
  usage: "show [--queue URL] [--study NAME|HASH] [--follow] [--page]",
  does: "how a study stands: done, running, waiting, failed and why, money, time left, workers; --follow goes on, --page opens a page that does",
  async run(call) {
    const { values } = studyOptions(showWord, call.rest, {
      ...MEANT,
      follow: { type: "boolean" },
      page: { type: "boolean" },
    });
    if ((values.follow || values.page) && call.json)
      throw new UsageError(`Cannot take --json with --${values.follow ? "follow" : "page"}: it is one answer.`, {
        advice: "Without --follow and --page it says how the study stands now.",
      });
    const came = await withStudy(call, values, async (opened) => {
      if (values.page) return servePage(opened, call);
      return values.follow ? followStudy(opened, call) : told(await lookAtStudy(opened), opened);
    });
    return came ?? noStudyThere("answered");
  },
};

function told(seen: StudySeen, { place }: Pick<OpenedStudy, "place">): CallCame {
  const { standing, progress } = seen;
  const facts = {
    study: standing,
    failed: progress.failed,
    panels: progress.panels,
    tasks: progress.tasks,
    folder: place?.path ?? null,
  };
  return { text: blocksText(studyShown(seen)), outcome: "answered", facts };
}

/** Follows it until it is over: a terminal is drawn anew in its place, a log gets a line for each change. */
async function followStudy(opened: OpenedStudy, { person, signal }: StudyCall): Promise<CallCame> {
  const redraw = createRedraw(process.stderr);
  let said = "";
  try {
    for (;;) {
      const seen = await lookAtStudy(opened);
      const line = unmarked(standingLine(seen.standing), String);
      if (redraw !== null) redraw.draw(blocksText(studyShown(seen, { watched: true })));
      else if (line !== said) person.say(line);
      said = line;
      if (seen.standing.state === "over" || signal.aborted) {
        redraw?.erase();
        return told(seen, opened);
      }
      await sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    redraw?.end();
  }
}

/** Serves the page until nobody looks at it any more, or the command is stopped. */
async function servePage(opened: OpenedStudy, { person, signal }: StudyCall): Promise<CallCame> {
  const { lab } = opened;
  // What draws pages is loaded for them alone.
  const { startStudyPage } = await import("../../live/study.ts");
  const kept = keptFile({ ...lab.person, directory: lab.directory }, "study");
  const pages = await startStudyPage({ kept, look: () => lookAtStudy(opened) });
  try {
    const why = noBrowser(process.env, process.platform);
    const shown = why === null ? await showPage(pages.invite(), lab.person, PAGE_PATIENCE.cold) : why;
    if (shown !== "shown") {
      const { address, port } = pages.invite();
      for (const line of pageAt({ address, port, ssh: shown === "ssh" })) person.say(line);
    } else person.say(FOLLOWED);
    while (pages.isOpen() && !signal.aborted) await sleep(LOOK_EVERY / 2, undefined, { signal }).catch(() => undefined);
    return told(await lookAtStudy(opened), opened);
  } finally {
    pages.close();
  }
}
