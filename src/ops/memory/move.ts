import { relative, resolve, sep } from "node:path";
import { LabError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { inTurn } from "../../store/in-turn.ts";
import { readLessons, writeLesson } from "../../store/lessons.ts";
import { MEMORY_FILES, moveMemory, whyNoMemory } from "../../store/memory-folder.ts";
import { rememberFolder } from "../../store/places.ts";
import { mayMoveMemory, memoryMoved } from "../../story/lessons.ts";
import { join } from "../../text/markdown.ts";
import { typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import type { OpContext, Reply } from "../op.ts";
import { atHome } from "../paths/at-home.ts";
import { permitDocuments } from "../paths/document-place.ts";
import { asPerson } from "../person/as-person.ts";
import { openMemory } from "./lesson.ts";
import { lessonsReply } from "./lessons.ts";
import { wayToExperiment } from "./project-facts.ts";

/** Keeps PROJECT.md and lessons.md in another folder of the project from now on. Throws LabError. */
export async function moveTo(lab: Lab, context: OpContext, where: string): Promise<Reply> {
  const { worktree, person } = lab;
  const facts = await openMemory(lab);
  const folder = resolve(lab.directory, atHome(where, context.home));
  const why = await whyNoMemory(folder, worktree);
  if (why !== null)
    throw new LabError(`Cannot keep the project's memory in ${folder}: ${why}. Nothing was written.`, {
      advice: `Name a folder of the project: ${typedCode("lesson", "--where", "docs/memory")}.`,
    });
  const path = relative(resolve(worktree), folder).split(sep).join("/") || ".";
  if (!(await permitDocuments(lab, context, folder, { kinds: null, ask: true })))
    await asPerson(context, {
      pattern: `${path}/*`,
      question: mayMoveMemory(path),
      not: "Nothing was moved",
      advice: `Type it yourself on the host's screen: ${typedCode("lesson", "--where", path)}.`,
    });
  const moved = await inTurn(facts.base, MEMORY_FILES.page, async () => {
    // Sessions are kept from the place before anything lies there.
    await rememberFolder({ ...person, worktree }, "memory", path);
    const names = await moveMemory(facts.folder, folder, worktree);
    const { lessons } = await readLessons(folder, person);
    for (const lesson of lessons) {
      const home = facts.entries.find(({ id }) => id === lesson.experiment);
      if (!lesson.seen || home === undefined) continue;
      const { line: _, seen: __, ...same } = lesson;
      const way = wayToExperiment({ folder, base: facts.base }, home.dir);
      await writeLesson({ folder, person, way }, same, lesson);
    }
    return names;
  });
  await lab.renewMemory();
  const { text, ...reply } = await lessonsReply(lab);
  return { ...reply, text: join([drawn(memoryMoved(path, moved)), text], "\n\n") };
}
