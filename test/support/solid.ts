import { mock } from "bun:test";

/**
 * What the terminal's own module of signals does at every reading, for a test that reads without the terminal: the module
 * comes with the host. Import this first, and what uses signals after it, by `await import`.
 */
mock.module("solid-js", () => ({
  createSignal: <T>(first: T) => {
    let value = first;
    const write = (next: T): void => {
      value = next;
    };
    return [() => value, write];
  },
  onCleanup: () => undefined,
}));
