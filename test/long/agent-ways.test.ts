import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../rehearsal/binary.ts";
import { HOST } from "../e2e/support/hosts.ts";
import { go, type Way } from "./support/going.ts";
import { type Ground, makeGround } from "./support/ground.ts";
import { CONFIG_WAYS } from "./support/ways-config.ts";
import { DESK_WAYS } from "./support/ways-desk.ts";
import { FILE_WAYS } from "./support/ways-files.ts";
import { HOST_WAYS } from "./support/ways-host.ts";
import { NEWEST_WAYS } from "./support/ways-newest.ts";
import { PAGE_WAYS } from "./support/ways-page.ts";
import { SHELL_WAYS } from "./support/ways-shell.ts";

const ALL = [DESK_WAYS, HOST_WAYS, SHELL_WAYS, PAGE_WAYS, FILE_WAYS, CONFIG_WAYS, NEWEST_WAYS].flat();
const WAYS: readonly Way[] = ALL.filter(({ on }) => on?.includes(HOST) ?? true);

let ground: Ground;
beforeAll(async () => {
  ground = await makeGround((at, name) => WAYS.find((way) => way.name === name)?.steps(at) ?? []);
}, 300_000);
afterAll(() => ground?.[Symbol.asyncDispose]());

/** The limits that the page states, as one line. */
const notPromised = (): string => {
  const text = readFileSync(join(PACKAGE_ROOT, "docs/security.md"), "utf8");
  return text.slice(text.indexOf("## Not protected")).replace(/\s+/gu, " ");
};

describe(`an agent of OpenCode ${HOST} that may do everything has ${WAYS.length} ways to do without its person`, () => {
  test("which are 50 or more, each with a name of its own", () => {
    expect(WAYS.length).toBeGreaterThanOrEqual(50);
    expect(new Set(WAYS.map(({ name }) => name)).size).toBe(WAYS.length);
  });

  for (const way of WAYS) {
    const { name, tries, not_promised: sentence } = way;
    test(`${tries}: ${name}`, async () => {
      const { worked, said } = await go(ground, way);
      if (sentence !== undefined) expect(notPromised()).toContain(sentence);
      expect({ worked, said: worked === null ? "" : said.slice(0, 1_000) }).toEqual(
        sentence === undefined ? { worked: null, said: "" } : { worked: expect.any(String), said: expect.any(String) },
      );
    }, 150_000);
  }
});
