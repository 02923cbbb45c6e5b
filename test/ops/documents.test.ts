import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Idea } from "../../src/artifacts/idea.ts";
import { readJson } from "../support/disk.ts";
import { folderBeside, IDEA, type Talked, talkBench } from "../support/interview.ts";

let talk: Talked;
let outside: string;
beforeEach(async () => {
  talk = await talkBench();
  outside = await folderBeside(talk);
});
afterEach(() => talk.lab.dispose());

const put = async (path: string, text: string | Uint8Array, folder = talk.lab.dir): Promise<string> => {
  const whole = join(folder, path);
  await mkdir(join(whole, ".."), { recursive: true });
  await writeFile(whole, text);
  return whole;
};
const brief = (from: unknown) => talk.brief({ idea: IDEA, from });

describe("brief {from}", () => {
  test("keeps what a document said, and has every model read it", async () => {
    const text = "We send 4,000 mails a day.\u200b\n";
    await put("docs/product.md", text);
    expect(await brief(["docs/product.md"])).toContain("**q1** ");
    const { from } = await readJson<Idea>(join(await talk.dir(), "idea.json"));
    const sha256 = createHash("sha256").update(text).digest("hex");
    expect(from).toEqual([{ path: "docs/product.md", sha256, text: "We send 4,000 mails a day.\n" }]);
    await talk.brief({ answers: { q1: "a", q2: "9" } });
    for (const { text } of talk.lab.host.prompts) {
      expect(text).toMatch(/DOCUMENT "docs\/product\.md":\n<<<data \w+>>>\nWe send 4,000 mails a day\./u);
    }
    expect(talk.lab.asked).toEqual([]);
  });

  const refused: [string, () => Promise<unknown>, string][] = [
    ["that is missing", async () => "docs/none.md", "needed is a text file, found nothing at "],
    ["that is a folder", () => put("docs/a.md", "x").then(() => "docs"), "found a folder"],
    ["of bytes", () => put("a.png", new Uint8Array([137, 80, 78, 71, 0, 1, 255, 254])), "found other bytes"],
    ["in Latin 1", () => put("a.txt", Buffer.from("Käse für alle", "latin1")), "found other bytes"],
    ["that is huge", () => put("a.txt", "x".repeat(2_100_000)), "at most 2,000,000 bytes are read"],
    ["that is long", () => put("a.txt", "x ".repeat(110_000)), "at most 200,000 characters are read, found 220,000"],
    ["that is empty", () => put("a.txt", " \n\u200b"), "found nothing in it"],
    ["that holds secrets", () => put(".env", "KEY=1"), "it holds secrets"],
    [
      "of an experiment",
      () => put(".opencode/design-lab/x/designs/a.json", "{}"),
      "where designs and reviews are kept",
    ],
    ["with a NUL in its name", async () => "a\0b", "a path holds no NUL"],
  ];
  for (const [what, made, why] of refused) {
    test(`refuses one ${what}, and asks nobody`, async () => {
      const reply = await brief(await made());
      expect(reply).toContain("as a document: ");
      expect(reply).toContain(why);
      expect(talk.lab.host.prompts).toEqual([]);
    });
  }

  test("refuses too many, and too much of several", async () => {
    const one = await put("a.txt", "x ".repeat(60_000));
    expect(await brief(Array(11).fill(one))).toContain("at most 10 are read");
    expect(await brief([one, one])).toContain("at most 200,000 characters in all are read, found 240,000");
  });

  test("asks before it reads one outside the project, also through a link, and does without when told so", async () => {
    await put("brief.md", "We send mails.", outside);
    await symlink(join(outside, "brief.md"), join(talk.lab.dir, "link.md"));
    talk.lab.permits = false;
    for (const path of [join(outside, "brief.md"), "link.md"]) {
      expect(await brief(path)).toContain("Cannot read documents in ");
    }
    expect(talk.lab.asked).toEqual(Array(2).fill(`external_directory: ${join(outside, "*")}`));
    expect(talk.lab.host.prompts).toEqual([]);
    talk.lab.permits = true;
    expect(await brief("link.md")).toContain("**q1** ");
    const { from } = await readJson<Idea>(join(await talk.dir(), "idea.json"));
    expect(from[0]?.path).toBe(join(outside, "brief.md"));
  });

  test("reads no secret outside the project either", async () => {
    expect(await brief(await put(".env", "KEY=1", outside))).toContain("it holds secrets");
  });
});
