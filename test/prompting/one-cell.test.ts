import { describe, expect, test } from "bun:test";
import { LabError } from "../../src/errors.ts";
import { asOneCell } from "../../src/prompting/settle.ts";
import { HostFailure } from "../../src/session/host.ts";

const failed = async (message: string) => `failed: ${message}`;

describe("asOneCell()", () => {
  test("gives what the work gives", async () => {
    expect(await asOneCell(Promise.resolve("done"), failed)).toBe("done");
  });

  test("turns whatever is thrown into the failure of the cell, in one line of 300 characters", async () => {
    const thrown: [unknown, string][] = [
      [new RangeError("Maximum call\n  stack"), "failed: RangeError: Maximum call stack"],
      [new TypeError("x".repeat(400)), `failed: TypeError: ${"x".repeat(289)}`],
      ["a text", "failed: a text"],
      [undefined, "failed: undefined"],
    ];
    for (const [error, said] of thrown) expect(await asOneCell(Promise.reject(error), failed)).toBe(said);
  });

  test("throws on what holds for all cells: the disk, the host", async () => {
    for (const error of [new LabError("The disk is full"), new HostFailure("gone")]) {
      expect(await asOneCell(Promise.reject(error), failed).catch((thrown: unknown) => thrown)).toBe(error);
    }
  });
});
