import { describe, test } from "bun:test";
import { expectLinear, repeated, UNITS } from "../support/growth.ts";
import { SCANS } from "../support/scans.ts";

/** Long enough that what grows with the square takes longer than a measure's noise. Characters. */
const LENGTH = 20_000;

describe("takes time that grows with the length, for any unit that is repeated:", () => {
  for (const [name, scan] of Object.entries(SCANS)) {
    test(name, () => {
      for (const unit of UNITS)
        expectLinear(JSON.stringify(unit), (length) => void scan(repeated(unit, length)), LENGTH);
    });
  }
});
