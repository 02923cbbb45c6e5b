import { expect, test } from "bun:test";
import { wholeText } from "../../rehearsal/asked.ts";
import { askForWords } from "../../src/host/screen/word.ts";
import { decided } from "../e2e/support/planning.ts";
import {
  IDEA,
  KEPT_IN,
  LESSON,
  LOOKS,
  marksSeen,
  ORDER,
  PLANTED,
  plantLesson,
  REMEMBERING,
  UNFIT,
  whoIs,
} from "../e2e/support/remembering.ts";
import { FOUR } from "../support/interview.ts";

test("what people decided and learned reaches asker and planner alone, fenced and with links; a designer finds none of it; a session begins with one line", async () => {
  await using lab = await decided(REMEMBERING);
  const { id: earlier, typed } = lab;
  for (const lesson of [LESSON, ORDER, UNFIT])
    expect(await typed(`lesson ${earlier} "${lesson}"`)).toContain("Kept as");
  expect(await typed(`lesson --where ${KEPT_IN}`)).toContain("moved there: PROJECT.md, lessons.md");
  plantLesson(lab, PLANTED);
  const kept = lab.provider.requests.length;

  const begun = await lab.ask("brief", { idea: IDEA, wait: 0 });
  const id = /\/design-lab \w+ (\d{4}-\d\d-\d\d-[\w-]+)/u.exec(begun)?.[1] ?? "";
  for (const answers of FOUR) await lab.ask("brief", { experiment: id, answers, wait: 0 });
  expect(await typed(`approve ${id}`)).toContain("You approved it");
  expect(await lab.ask("run", { experiment: id })).toContain("2 designs written");
  await lab.ask("refine", { experiment: id, merge: true, revise: true });
  await typed(`decide ${id} A "Locks are simple"`);
  expect(await lab.ask("plan", { experiment: id, wait: 0 })).toContain("wait for the person's approval.");
  await lab.ask("generate", { task: `${IDEA}. It must lose none.`, join: ["docs/rfc.md"] });

  const { asker, plan, ...others } = marksSeen(lab);
  const given = ["bounced mail", "mallory", "the one we can run", "FROM EARLIER"];
  expect([asker, plan]).toEqual([given, given]);
  expect(Object.keys(others)).toEqual(
    expect.arrayContaining([
      ...["opener", "brief", "design", "evaluation", "revision", "merge", "topic", "arrangement"],
    ]),
  );
  expect(Object.values(others).flat()).toEqual([]);

  for (const who of ["asker", "plan"]) {
    const request = lab.labRequests().find((each) => whoIs(each) === who);
    const text = request === undefined ? "" : wholeText(request);
    const at = text.indexOf("FROM EARLIER");
    const [fenced = "", nonce] = /<<<data (\w+)>>>\n[\s\S]*?\n<<<end data \1>>>/u.exec(text.slice(at)) ?? [];
    expect(nonce).toBeString();
    const lines = fenced
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line));
    expect(lines).toEqual(
      expect.arrayContaining([LESSON, ORDER].map((lesson) => expect.objectContaining({ lesson, experiment: earlier }))),
    );
    expect(lines.map(({ decision }) => decision).filter(Boolean)).toEqual([
      expect.stringContaining("the one we can run"),
    ]);
    // An order stands between the markers alone.
    expect(text.replace(fenced, "")).not.toContain("mallory");
  }

  const looked = lab
    .labRequests()
    .filter(({ index, kind, messages }) => index >= kept && kind === "design" && messages.some(isResult));
  expect(looked).toHaveLength(4);
  for (const { messages } of looked) {
    const results = messages.filter(isResult).map(({ content }) => content);
    expect(results).toHaveLength(LOOKS.length);
    for (const result of results) expect(result).toMatch(NOTHING);
    for (const result of results.slice(2, 4))
      expect(result).toContain("it tells what people decided and learned before");
  }

  const told: string[] = [];
  const stop = askForWords(() => lab.project, {
    select: async () => null,
    prompt: async () => null,
    say: (line) => void told.push(line),
  });
  try {
    const server = await lab.served();
    const session = await server.open();
    const toasts = () =>
      server.events.filter(({ type }) => type === "tui.toast.show").map((each) => JSON.stringify(each));
    const before = toasts().length;
    const shown = () => [...told, ...toasts().slice(before)].filter((line) => line.includes("Design lab: “"));
    await server.say(session, 'Call designlab with {"op":"help","args":{}}');
    for (let patience = 100; shown().length === 0 && patience > 0; patience--) await Bun.sleep(50);
    expect(shown()).toEqual([expect.stringContaining("waits for your approval")]);
    await server.say(session, 'Call designlab with {"op":"help","args":{}}');
    await Bun.sleep(600);
    expect(shown()).toHaveLength(1);
    expect((await server.texts(session)).join("\n")).not.toContain("waits for your approval");
  } finally {
    stop();
  }
}, 300_000);

const isResult = ({ role }: { role: string }): boolean => role === "tool";
/** What a look answers that finds nothing, or is refused. */
const NOTHING = /^(?:Refused: |No (?:files|matches) found)|\(0 entries\)|entries 1-0$/u;
