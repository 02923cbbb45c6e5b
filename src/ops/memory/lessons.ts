import { join as joinPath } from "node:path";
import type { Lesson } from "../../artifacts/lesson.ts";
import type { Lab } from "../../prompting/lab.ts";
import { MEMORY_FILES } from "../../store/memory-folder.ts";
import { keepShown, type ShownList } from "../../store/shown.ts";
import { lessonBlocks } from "../../story/lessons.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { OpContext, Reply } from "../op.ts";
import { readProject } from "./project-facts.ts";

/** As which lessons are kept that a person was shown, and one of them with its number. */
export const lessonsShown = ({ person, worktree }: Lab): ShownList => ({
  ...person,
  ...{ directory: worktree, list: "lessons" },
});
export const shownLesson = (number: number, { text, experiment }: Lesson) => ({ number, text, experiment });

/** All lessons of the project, those that wait to be confirmed apart. */
export async function lessonsReply(lab: Lab, { typed }: OpContext): Promise<Reply> {
  const facts = await readProject(lab);
  const { lessons = [], more = 0, problem = null, folder = lab.homeBase } = facts ?? {};
  if (typed !== null)
    await keepShown(
      lessonsShown(lab),
      lessons.map((each) => shownLesson(each.number, each)),
    );
  const file = joinPath(folder, MEMORY_FILES.lessons);
  return { text: blocksText(lessonBlocks({ lessons, more, problem, file })), facts: { lessons, file } };
}
