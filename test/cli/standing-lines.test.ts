import { expect, spyOn, test } from "bun:test";
import { stripVTControlCharacters } from "node:util";
import { createPerson } from "../../src/cli/person.ts";
import { createRedraw } from "../../src/cli/study/redraw.ts";

test("what is drawn anew takes as many lines as it has, whatever words are longer than one", () => {
  const written: string[] = [];
  const terminal = { isTTY: true, columns: 40, rows: 24, write: (text: string) => written.push(text) > 0 };
  const redraw = createRedraw(terminal as never);
  redraw?.draw(`one\n${"long".repeat(25)} end`);
  const [first = ""] = written;
  const lines = stripVTControlCharacters(first).trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.trim().length).toBeLessThan(40);
  redraw?.draw("two");
  // As far up as it went down.
  expect(written[1]).toContain(`\u001B[${lines.length}A`);
});

/** What a person's terminal gets while something is said. */
function saidOn(isTTY: boolean, say: (person: ReturnType<typeof createPerson>) => void): string {
  const { stderr } = process;
  const before = { isTTY: stderr.isTTY, columns: stderr.columns };
  let text = "";
  const spy = spyOn(stderr, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  const { NO_COLOR } = process.env;
  delete process.env.NO_COLOR;
  Object.assign(stderr, { isTTY, columns: 80 });
  try {
    say(createPerson((line) => line));
  } finally {
    spy.mockRestore();
    Object.assign(stderr, before);
    if (NO_COLOR !== undefined) process.env.NO_COLOR = NO_COLOR;
  }
  return text;
}

test("the line of what runs is gone once nothing runs, so that the reply begins a line of its own", () => {
  const said = saidOn(true, ({ now }) => {
    now(["Pulling: 4 of 4 experiments"]);
    now([]);
  });
  expect(said).toBe("Pulling: 4 of 4 experiments\r\u001B[2K");
});

test("Markdown is drawn on a terminal, and kept in a log; any other line stays as it is", () => {
  const of = (isTTY: boolean) =>
    saidOn(isTTY, ({ say }) => {
      say("### Tasks\n\n- **one**", "markdown");
      say("queue_1 **is**");
    });
  expect(stripVTControlCharacters(of(true))).toBe("Tasks\n\n• one\nqueue_1 **is**\n");
  expect(of(false)).toBe("### Tasks\n\n- **one**\nqueue_1 **is**\n");
});
