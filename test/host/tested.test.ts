import { expect, test } from "bun:test";
import { hostCheck } from "../../src/story/host-check.ts";

test("the versions that were tested are fine, another one and none are a warning that names them", () => {
  for (const version of ["1.18.33", "2.0.15"])
    expect(hostCheck(version)).toMatchObject({ state: "ok", found: version });
  for (const [version, found] of [["2.9.0", "2.9.0"] as const, [null, "unknown"] as const]) {
    const check = hostCheck(version);
    expect(check).toMatchObject({ state: "warning", found });
    expect(check.remedy).toContain("1.18.33 and 2.0.15");
  }
});
