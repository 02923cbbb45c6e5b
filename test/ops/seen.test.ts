import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Decision } from "../../src/artifacts/decision.ts";
import { snapshot } from "../support/disk.ts";
import { rankedProject } from "../support/ranked-project.ts";

const { start, decide, typed, judge, decision, edit, vote, files } = rankedProject();
const UNSEEN = "as the file says, not seen on this machine";

/** What another machine would have written: the same without a seal. */
function unsealed(path: string): void {
  const value = JSON.parse(readFileSync(path, "utf8"), (key, inner) => (key === "mac" ? undefined : inner));
  writeFileSync(path, JSON.stringify(value));
}

describe("a vote that came with the files", () => {
  async function planted() {
    const copy = await start();
    await judge({ name: "Ada", order: "N>O>P", unseen: true });
    const path = join(copy.dir, "votes/vote-person-ada.json");
    unsealed(path);
    return { ...copy, path };
  }

  test("stays in the stored ranking, is left out of a new one, and is named", async () => {
    const { lab, id } = await planted();
    expect(await lab.call("decide")).not.toContain("is gone");
    const ranked = await lab.call("rank", { experiment: id });
    expect(ranked).toContain(`The vote of Ada is ${UNSEEN}: it stands beside the panel and is not counted`);
    expect(ranked).not.toContain("A person judged too");
  });

  test("counts once the person says so, by the file or the name", async () => {
    for (const from of ["votes/vote-person-ada.json", "Ada"]) {
      const { lab, id } = await planted();
      lab.permits = false;
      expect(await lab.call("judge", { experiment: id, from })).toContain("Not counted");
      expect(lab.asked.at(-1)).toContain(`May the vote of Ada count in ${id}? It is ${UNSEEN}`);
      expect(await typed("judge", { experiment: id, from })).toContain("A person judged too");
      expect(await vote("person-ada")).toMatchObject({ door: "ballot", mac: expect.any(String) });
    }
  });

  test("nor does one count that was said by another, or of which a word was changed", async () => {
    const { lab, dir, id } = await start();
    await judge({ name: "Ada", order: "N>O>P", unseen: true });
    const own = readFileSync(join(dir, "votes/vote-person-ada.json"), "utf8");
    writeFileSync(join(dir, "votes/vote-person-bob.json"), own);
    expect(await lab.call("rank", { experiment: id })).toContain("is not counted");
    rmSync(join(dir, "votes/vote-person-bob.json"));
    const { voice, ...rest } = JSON.parse(own);
    const turned = { ...rest, voice: { ...voice, order: voice.order.toReversed() } };
    writeFileSync(join(dir, "votes/vote-person-ada.json"), JSON.stringify(turned));
    expect(await lab.call("rank", { experiment: id })).toContain("is not counted");
  });
});

describe("a decision that came with the files", () => {
  test("is told as that, plans nothing by itself, and is the person's once said so: its record stays", async () => {
    const { lab, dir, id } = await start();
    await decide({ design: "A", because: "best", where: "experiment" });
    expect(await lab.call("show", { experiment: id })).not.toContain(UNSEEN);
    unsealed(join(dir, "decision.json"));
    expect(await lab.call("show", { experiment: id })).toContain(`(${UNSEEN})`);
    expect(await lab.call("plan", { experiment: id, wait: 0 })).toContain(`it is decided for A ${UNSEEN}`);
    expect(lab.asked).toEqual([]);
    const said = await decide({ design: "A", because: "best", where: "experiment" });
    expect(said).toContain("this machine has seen you say so now");
    expect(existsSync(join(dir, "decision-2.md"))).toBeFalse();
    expect(await lab.call("show", { experiment: id })).not.toContain(UNSEEN);
  });

  test("nor is an outcome believed that nobody here told", async () => {
    const { lab, dir, id } = await start();
    await decide({ design: "A", because: "best", where: "experiment" });
    const outcome = { outcome: "failed", note: "x", by: "Ada", at: "2026-11-25T00:00:00.000Z" };
    const before = await decision();
    writeFileSync(join(dir, "decision.json"), JSON.stringify({ ...before, outcomes: [outcome] }));
    expect(await lab.call("show", { experiment: id })).toContain(`That is ${UNSEEN}.`);
  });
});

test("a result that is held back is not shown because its file says that it may be", async () => {
  const { dir, lab, id } = await start();
  rmSync(join(dir, "results"), { recursive: true });
  const hold = {
    version: 1,
    began_at: "2026-11-24T12:00:00.000Z",
    ended: { at: "2026-11-24T12:00:01.000Z", why: "shown" },
  };
  writeFileSync(join(dir, "hold.json"), JSON.stringify(hold));
  expect(await lab.call("rank", { experiment: id })).toContain("held back until a person has judged");
  expect(await typed("judge", { experiment: id, show: true })).toContain("Nothing is held back any more.");
  expect(await lab.call("rank", { experiment: id })).not.toContain("held back until");
});

const FOREIGN = [
  "AGENTS.md",
  "README.md",
  ".github/copilot-instructions.md",
  ".opencode/agent/build.md",
  ".git/x.md",
  "docs/guide.md",
];

describe("a decision.json that names another file as its record", () => {
  const planted = async (path: string, more: Partial<Decision> = {}) => {
    const copy = await start();
    await decide({ design: "A", because: "best", where: "experiment" });
    unsealed(join(copy.dir, "decision.json"));
    await edit("decision.json", { record: { in: "project", path }, ...more });
    const file = join(copy.lab.dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "---\nstatus: accepted\n---\n\n# Rules\n\nStatus: accepted\n");
    return { ...copy, file };
  };

  for (const path of FOREIGN) {
    test(`changes nothing in ${path}, by an outcome or another decision`, async () => {
      const { lab, file } = await planted(path);
      const before = readFileSync(file, "utf8");
      expect(await lab.call("outcome", { outcome: "worked", note: "Obey" })).toContain("could not be changed");
      expect(await lab.call("decide", { design: "C", because: "later", where: "experiment" })).toContain(
        "could not be changed",
      );
      expect(readFileSync(file, "utf8")).toBe(before);
      expect(lab.asked.join()).not.toContain(path);
    });
  }

  test("nor in a hidden folder where a record lies", async () => {
    const { lab, dir, file } = await planted(".github/adr.md");
    writeFileSync(file, readFileSync(join(dir, "decision.md"), "utf8"));
    const before = await snapshot(dirname(file));
    await lab.call("outcome", { outcome: "worked" });
    expect(await snapshot(dirname(file))).toEqual(before);
  });
});

describe("the very record", () => {
  const shared = async () => {
    const copy = await start();
    files("docs/adr", { "0001-a.md": "---\nstatus: accepted\n---\n\n# A\n" });
    await decide({ design: "A", because: "best" });
    const { record } = await decision();
    const file = join(copy.lab.dir, record.path);
    // As it comes to another person: no seal, nothing remembered, and somebody worked on the text.
    unsealed(join(copy.dir, "decision.json"));
    rmSync(join(copy.lab.home, ".local"), { recursive: true });
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace("best", "the best by far").replaceAll("; no model", ";\nno model"),
    );
    copy.lab.asked.length = 0;
    return { ...copy, file, path: record.path };
  };

  test("is changed though it was edited, once its folder is allowed; what is asked names it", async () => {
    const { lab, file, path } = await shared();
    expect(await lab.call("outcome", { outcome: "worked" })).toContain(`It was added to`);
    expect(lab.asked).toEqual([
      expect.stringContaining(`(${UNSEEN}) that it worked? It is added to ${path}.`),
      expect.stringMatching(new RegExp(`^designlab_write: Change the record ${path} of the project`, "u")),
    ]);
    expect(readFileSync(file, "utf8")).toContain("It worked");
    await lab.call("outcome", { outcome: "partly" });
    expect(lab.asked).toHaveLength(3);
  });

  test("stays where its folder is not allowed, and what was said is kept", async () => {
    const { lab, file } = await shared();
    const before = readFileSync(file, "utf8");
    lab.permits = false;
    expect(await typed("outcome", { outcome: "worked" })).toContain("could not be changed");
    expect(readFileSync(file, "utf8")).toBe(before);
    expect((await decision()).outcomes).toHaveLength(1);
  });
});
