import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nextAsking } from "../../rehearsal/talk.ts";
import { CONFIRM_SETUP, QUEUE } from "./support/confirm-setup.ts";
import { rehearse } from "./support/rehearsal.ts";
import { sitAt } from "./support/seat.ts";

const RECORD = "# 1. Use records\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nx\n";

test("a typed line decides, and writes into the project once the person allowed it; an agent under opencode run decides nothing", async () => {
  await using lab = await rehearse({ ...CONFIRM_SETUP, lab: { ...CONFIRM_SETUP.lab, confirm_above: null } });
  expect(await lab.ask("run", QUEUE)).toContain('- `designlab({op: "decide", ');
  const folder = join(lab.project.directory, "docs/adr");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "0001-use-records.md"), RECORD);

  const called = await lab.call("decide", { design: "A", because: "Cheap" });
  expect(called.designlab[0]).toContain("Not decided: ");
  expect(called.designlab[0]).toContain("An agent's call is no person's word.");

  const server = await lab.served();
  using _ = sitAt(lab);
  const type = async (line: string, answer: "allow" | "refuse" | null): Promise<string> => {
    const session = await server.open();
    const typed = server.command(session, "design-lab", line);
    if (answer !== null) {
      const asking = await nextAsking(server, session);
      expect(asking.texts[0]).toContain("Write this decision, and those after it, as a record into docs/adr");
      await asking[answer]();
    }
    await typed;
    return (await server.tools(session))[0]?.output ?? "";
  };
  expect(await type('decide A "It is the one we can run"', "refuse")).toContain("on this machine only");
  expect(readdirSync(folder)).toEqual(["0001-use-records.md"]);

  expect(await type('decide A "It is the one we can run"', "allow")).toContain("Record: docs/adr/0002-queue.md");
  const record = readFileSync(join(folder, "0002-queue.md"), "utf8");
  expect(record).toStartWith("# 2. queue: ");
  expect(record).toContain("“It is the one we can run”");
  expect(readFileSync(join(folder, "0001-use-records.md"), "utf8")).toBe(RECORD);

  expect(await type('outcome worked "It holds"', null)).toContain("It worked");
  expect(readFileSync(join(folder, "0002-queue.md"), "utf8")).toBe(
    `${record}\n## How it turned out\n\n- ${/It worked.*/u.exec(readFileSync(join(folder, "0002-queue.md"), "utf8"))?.[0]}\n`,
  );
}, 300_000);
