import { afterEach, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { parse } from "yaml";
import { ordinaryAnswer } from "../../rehearsal/scripted-model.ts";
import { clean } from "../../src/text/clean.ts";
import { foreign, poisoned } from "../support/hostile-text.ts";
import { bench } from "../support/lab.ts";

/** What calls people, and what points elsewhere, as a task or a model may write it. */
const CALLS = [
  "@octocat and @acme/owners, (@everyone)",
  "a\\@b-c *@d* `@code` &#64;e @f.",
  "see #12, acme/shop#34, GH-56 gh-78",
  "acme/shop@deadbeef",
  "[x](https://evil.example/?@g) www.evil.example me@evil.example <a href='//evil.example'>h</a>",
].join(" ");

const STEPS: { name?: string; run?: string }[] = parse(
  readFileSync(join(import.meta.dir, "../../docs/ci/design-lab.yml"), "utf8"),
).jobs.designs.steps;
const runOf = (name: string): string => STEPS.find((step) => step.name?.includes(name))?.run ?? "";

let folder = "";
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the workflow posts where the command prints this and ends so. */
function posted(stdout: string, stderr = "", code = 0): string {
  folder = mkdtempSync(join(tmpdir(), "designlab-ci-"));
  const at = (name: string): string => join(folder, name);
  writeFileSync(at("stdout"), stdout);
  writeFileSync(at("stderr"), stderr);
  const program = (name: string, script: string) => writeFileSync(at(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  program("opencode-designlab", `cat ${at("stdout")}; cat ${at("stderr")} >&2; exit ${code}`);
  program("gh", `while [ "$1" != --body-file ]; do shift; done; cp "$2" ${at("posted")}`);
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    RUNNER_TEMP: folder,
    GITHUB_OUTPUT: at("output"),
    GITHUB_REPOSITORY: "acme/shop",
    NUMBER: "1",
  };
  for (const step of [runOf("Run the lab"), runOf("into a comment")]) {
    const { status, stderr: wrong } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", step], {
      env,
      encoding: "utf8",
    });
    expect([status, wrong]).toEqual([0, ""]);
  }
  return readFileSync(at("posted"), "utf8");
}

/** What GitHub finds in a comment outside of code and links: whom it calls, and what it points to. */
function found(text: string): string[] {
  const words = new MarkdownIt({ html: true, linkify: true })
    .render(text)
    .replace(/<(pre|code|a)\b[\s\S]*?<\/\1>/gu, " ")
    .replace(/<[^>]*>/gu, "")
    .replaceAll("&amp;", "&");
  return words.match(/@[a-z0-9]+|#\d+|\bGH-\d+/giu) ?? [];
}

test("nothing that a task or a model wrote calls anybody, or points to anything, from the comment of the workflow", async () => {
  const lab = await bench({
    answer: (asked) => JSON.stringify(poisoned(JSON.parse(ordinaryAnswer({ id: asked.model }, asked)), CALLS)),
  });
  try {
    const given = { task: `A queue ${CALLS}`, topic: `q ${CALLS}`, requirements: [CALLS] };
    lab.voice = "command";
    const printed = clean(await lab.call("run", given)).text;
    // It is there to be posted.
    expect(found(printed)).toContain("@octocat");
    const comment = posted(printed);
    expect(comment).toContain("octocat");
    expect(found(comment)).toEqual([]);
    expect(foreign(comment)).toEqual([]);
    // All else is as it was printed.
    expect(comment.replaceAll("\u200b", "")).toBe(printed);
  } finally {
    await lab.dispose();
  }
});

test("what was printed in the place of a reply is posted as it stands, and nothing of it takes effect", () => {
  const comment = posted(
    "",
    `Not started.\n${CALLS}\r# big\r\n![x](https://evil.example)\n\n\`\`\`\n</pre>${CALLS}`,
    1,
  );
  expect(found(comment)).toEqual([]);
  const tokens = new MarkdownIt({ html: true, linkify: true }).parse(comment, {});
  expect(tokens.map(({ type }) => type)).toEqual(["code_block"]);
  expect(comment).toContain("Not started.");
});
