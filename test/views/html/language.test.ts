import { expect, test } from "bun:test";
import { languageOf } from "../../../src/views/html/language.ts";

test("languageOf() tells Japanese and Korean by their scripts, and guesses nothing else", () => {
  expect(languageOf("耐久性のあるキュー")).toBe("ja");
  expect(languageOf("A queue called キュー")).toBe("ja");
  expect(languageOf("작업 대기열")).toBe("ko");
  for (const text of ["A durable queue", "持久队列", "очередь", ""]) expect(languageOf(text)).toBeUndefined();
});
