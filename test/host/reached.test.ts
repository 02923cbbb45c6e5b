import { expect, test } from "bun:test";
import { isReached } from "../../src/host/v1/reached.ts";

test("a host in the worker of its own screen that listens nowhere is reached by nobody; in doubt it is", () => {
  const nowhere = {
    get serverUrl() {
      return new URL("http://localhost:4096");
    },
  };
  expect(isReached(nowhere, true)).toBe(false);
  expect(isReached(nowhere, false)).toBe(true);
  expect(isReached({ serverUrl: new URL("http://localhost:4096") }, true)).toBe(true);
  for (const address of ["http://127.0.0.1:4096", "http://localhost:4097", "http://0.0.0.0:4096"])
    expect(
      isReached(
        {
          get serverUrl() {
            return new URL(address);
          },
        },
        true,
      ),
    ).toBe(true);
});
