import { expect, test } from "bun:test";
import { createTitles } from "../../src/host/session-titles.ts";

const NEW = "New session - 2026-11-25T08:00:00.000Z";

/** One session of a host, and every name that it was given. */
function host(title: string | undefined, blank = true) {
  const session = { title };
  const renamed: string[] = [];
  const titles = createTitles({
    titleOf: async () => session.title,
    isBlank: async () => blank,
    rename: async (_, given) => {
      renamed.push(given);
      session.title = given;
    },
  });
  return { titles, renamed, session };
}

test("a session that a typed line begins is called after its task, and then after the topic", async () => {
  for (const title of [undefined, "", NEW]) {
    const { titles, renamed } = host(title);
    await titles.begin("ses", "A queue for mails\nthat survives a restart, and everything else that may happen to it");
    await titles.named("ses", "queue for mails");
    await titles.named("ses", "another topic");
    expect(renamed).toEqual(["A queue for mails that survives a restart, and…", "queue for mails"]);
  }
});

test("a name that somebody gave stays, before the line and after it", async () => {
  const named = host("My own name");
  await named.titles.begin("ses", "A queue");
  await named.titles.named("ses", "queue");
  expect(named.renamed).toEqual([]);
  const after = host(NEW);
  await after.titles.begin("ses", "A queue");
  after.session.title = "Renamed by hand";
  await after.titles.named("ses", "queue");
  expect(after.renamed).toEqual(["A queue"]);
});

test("a conversation in which something was said is not called after a line, nor one whose host fails", async () => {
  const spoken = host(NEW, false);
  await spoken.titles.begin("ses", "A queue");
  expect(spoken.renamed).toEqual([]);
  const failing = createTitles({
    titleOf: () => Promise.reject(new Error("gone")),
    isBlank: async () => true,
    rename: () => Promise.reject(new Error("gone")),
  });
  await failing.begin("ses", "A queue");
  await failing.named("ses", "queue");
});

test("of a task only what can be seen stands in a name", async () => {
  const { titles, renamed } = host(NEW);
  await titles.begin("ses", "\u001b[31m\u202eA queue\u0007 設計 ");
  expect(renamed[0]).toContain("A queue");
  expect(renamed[0]).not.toMatch(/[\p{Cc}\u202e]/u);
  const nothing = host(NEW);
  await nothing.titles.begin("ses", " \u200b\n");
  expect(nothing.renamed).toEqual([]);
});
