import { expect, test } from "bun:test";
import type { Check } from "../../../src/artifacts/note.ts";
import { checkupText } from "../../../src/views/markdown/checkup-text.ts";

const check = (state: Check["state"]): Check => ({ what: "Models", state, found: "three", remedy: "Name one" });
const first = (states: Check["state"][], asked = true): string =>
  checkupText(states.map(check), { asked }).split("\n")[0] ?? "";

test("what keeps the lab from working comes first, then what is worth a look, and no model is vouched for that was not asked", () => {
  expect(first(["problem", "warning"])).toBe("**1 thing keeps the lab from working.**");
  expect(first(["problem", "ok", "problem"])).toBe("**2 things keep the lab from working.**");
  expect(first(["ok", "warning"])).toBe("**The lab can work.** Some of it is worth a look.");
  expect(first(["ok"])).toBe("**All is well.**");
  expect(first(["ok"], false)).toStartWith("**All is well, as far as one can tell without asking:**");
});
