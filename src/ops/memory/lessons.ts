import { join as joinPath } from "node:path";
import type { Lab } from "../../prompting/lab.ts";
import { MEMORY_FILES } from "../../store/memory-folder.ts";
import { lessonBlocks } from "../../story/lessons.ts";
import { blocksText } from "../../views/markdown/blocks.ts";
import type { Reply } from "../op.ts";
import { readProject } from "./project-facts.ts";

/** All lessons of the project, those that wait to be confirmed apart. */
export async function lessonsReply(lab: Lab): Promise<Reply> {
  const facts = await readProject(lab);
  const { lessons = [], more = 0, problem = null, folder = lab.homeBase } = facts ?? {};
  const file = joinPath(folder, MEMORY_FILES.lessons);
  return { text: blocksText(lessonBlocks({ lessons, more, problem, file })), facts: { lessons, file } };
}
