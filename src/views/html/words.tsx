import type { ComponentChildren } from "preact";
import { truncate } from "../../text/truncate.ts";
import { languageOf } from "./language.ts";

/** Words of somebody else inside a sentence: their direction does not touch what is around, `code` looks like code. */
export function Words({ of, max }: { of: string; max?: number }) {
  const text = (max === undefined ? of : truncate(of, max)).replace(/\s+/g, " ").trim();
  return <bdi lang={languageOf(text)}>{coded(text)}</bdi>;
}

const CODE = /(?<!`)`([^`\n]+)`(?!`)/;

/** Words in which `code` looks like code. */
export function coded(text: string): ComponentChildren {
  const parts = text.split(CODE);
  return parts.length === 1 ? text : parts.map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part));
}
