import { basename } from "node:path";
import { type Lesson, MAX_LESSON, MAX_LESSONS } from "../../artifacts/lesson.ts";
import { LabError, UsageError } from "../../errors.ts";
import type { Lab } from "../../prompting/lab.ts";
import { inTurn } from "../../store/in-turn.ts";
import { type KeptLesson, lessonLine, writeLesson } from "../../store/lessons.ts";
import { MEMORY_FILES } from "../../store/memory-folder.ts";
import { dayOf } from "../../store/record-names.ts";
import { inLine, lessonDone, mayLesson } from "../../story/lessons.ts";
import { isBlank } from "../../text/clean.ts";
import { join } from "../../text/markdown.ts";
import { typedCode } from "../../text/typed.ts";
import { drawn } from "../../views/markdown/drawn.ts";
import type { OpContext, Reply } from "../op.ts";
import { openEitherToRead } from "../paths/outside.ts";
import { asPerson } from "../person/as-person.ts";
import { shownList } from "../person/shown.ts";
import { lessonsReply, shownLesson } from "./lessons.ts";
import { type ProjectFacts, readProject, wayToExperiment } from "./project-facts.ts";

/** What a call does with a lesson. */
export type LessonCall =
  | { does: "keep"; text: string; experiment: string | undefined }
  | { does: "confirm" | "drop"; number: number };

/** Keeps, confirms or takes out a lesson, by a person's word alone. Throws LabError. */
export async function changeLesson(lab: Lab, context: OpContext, call: LessonCall): Promise<Reply> {
  const facts = await openMemory(lab);
  const at = call.does === "keep" ? await newLesson(lab, context, call, facts) : namedLesson(call, facts);
  const { lesson, way, instead } = at;
  const line = call.does === "keep" ? [lesson.experiment ?? "", inLine(lesson.text)] : [call.does, String(call.number)];
  const question = mayLesson(call.does, lesson.text, lesson.experiment);
  await asPerson(context, {
    pattern: lesson.experiment ?? MEMORY_FILES.lessons,
    question,
    not: "Nothing was kept",
    advice: `Type it yourself on the host's screen: ${typedCode("lesson", ...line)}. ${typedCode("lesson")} lists what is there.`,
    ...(call.does !== "keep" &&
      instead && { about: { list: shownList(lab, "lessons"), said: shownLesson(call.number, instead) } }),
  });
  const today = dayOf(lab.now());
  const { folder, base } = facts;
  const to = call.does === "drop" ? null : { ...lesson, said: lesson.said ?? today, confirmed: today };
  const done = await inTurn(base, MEMORY_FILES.lessons, () =>
    writeLesson({ folder, person: lab.person, way }, to, instead),
  );
  if (!done)
    throw new LabError("Another line stands there by now. Nothing was changed.", {
      advice: `${typedCode("lesson")} lists the lessons as they are now.`,
    });
  await lab.renewMemory();
  const { text, ...reply } = await lessonsReply(lab);
  return { ...reply, text: join([drawn(lessonDone(call.does, lesson.text)), text], "\n\n") };
}

/** The project as it stands, where a lesson can be kept in it. Throws LabError. */
export async function openMemory(lab: Lab): Promise<ProjectFacts> {
  const facts = await readProject(lab);
  if (facts === null)
    throw new UsageError(`Cannot keep a lesson: there is no folder of experiments at ${lab.homeBase} yet.`, {
      advice: "Lessons lie beside experiments: begin one first.",
    });
  if (facts.problem === null) return facts;
  throw new LabError("Cannot keep a lesson: the file of lessons cannot be read. Nothing was changed.", {
    problems: [facts.problem],
    advice: "Look where it came from, and mend it or move it away.",
  });
}

type Meant = { lesson: Lesson; way: string | null; instead: KeptLesson | null };

async function newLesson(
  lab: Lab,
  context: OpContext,
  { text: given, experiment }: Extract<LessonCall, { does: "keep" }>,
  { kept, more, ...memory }: ProjectFacts,
): Promise<Meant> {
  const text = lessonLine(given);
  if (isBlank(text)) throw new UsageError("Cannot keep a lesson: a sentence is needed, found none.");
  if (text.length > MAX_LESSON)
    throw new UsageError(
      `Cannot keep a lesson: at most ${MAX_LESSON} characters are needed, for each is given to models whole; found ${text.length}. Nothing was kept.`,
      { advice: "Say it in a sentence; what is long belongs in the record of the decision." },
    );
  if (kept.length + more >= MAX_LESSONS)
    throw new LabError(`Cannot keep a lesson: at most ${MAX_LESSONS} are kept, found ${kept.length + more}.`, {
      advice: `${typedCode("lesson", "drop", "1")} takes the first one out.`,
    });
  if (kept.some((each) => each.text === text && each.seen))
    throw new UsageError("That lesson is kept already. Nothing was changed.");
  const { dir } = await openEitherToRead(lab, context, experiment);
  const lesson = { text, experiment: basename(dir), said: null, confirmed: null };
  return { lesson, way: wayToExperiment(memory, dir), instead: null };
}

/** One that is there; confirmed after its experiment went it names none. */
function namedLesson(
  { does, number }: Exclude<LessonCall, { does: "keep" }>,
  { lessons, kept, entries, ...memory }: ProjectFacts,
): Meant {
  const [lesson, instead] = [lessons[number - 1], kept[number - 1]];
  if (lesson === undefined || instead === undefined)
    throw new UsageError(`There is no lesson ${number}: ${lessons.length} are there. Nothing was changed.`, {
      advice: `${typedCode("lesson")} lists them.`,
    });
  if (lesson.doubt === "long" && does === "confirm")
    throw new UsageError(
      `Cannot confirm lesson ${number}: at most ${MAX_LESSON} characters are a lesson, found ${lesson.text.length}.`,
      {
        advice: `Shorten it in ${MEMORY_FILES.lessons}, or take it out: ${typedCode("lesson", "drop", String(number))}.`,
      },
    );
  const home = entries.find(({ id }) => id === lesson.experiment);
  const { text, said } = lesson;
  const way = home === undefined ? null : wayToExperiment(memory, home.dir);
  // What is shown of one that is too long is its length.
  const shown = lesson.doubt === "long" ? `${lesson.text.length} characters` : text;
  return { lesson: { text: shown, experiment: home?.id ?? null, said, confirmed: null }, way, instead };
}
