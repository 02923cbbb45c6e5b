import { join as joinPath } from "node:path";
import type { Lesson } from "../../artifacts/lesson.ts";
import type { Lab } from "../../prompting/lab.ts";
import { MEMORY_FILES } from "../../store/memory-folder.ts";
import { lessonBlocks } from "../../story/lessons.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { Reply } from "../op.ts";
import { shownList } from "../person/shown.ts";
import { readProject } from "./project-facts.ts";

/** A lesson with its number, as a person was shown it. */
export const shownLesson = (number: number, { text, experiment }: Lesson) => ({ number, text, experiment });

/** All lessons of the project, those that wait to be confirmed apart. */
export async function lessonsReply(lab: Lab): Promise<Reply> {
  const facts = await readProject(lab);
  const { lessons = [], more = 0, problem = null, folder = lab.homeBase } = facts ?? {};
  const all = lessons.map((each) => shownLesson(each.number, each));
  const shown = { list: shownList(lab, "lessons"), all };
  const file = joinPath(folder, MEMORY_FILES.lessons);
  return { text: blocksText(lessonBlocks({ lessons, more, problem, file })), facts: { lessons, file }, shown };
}
