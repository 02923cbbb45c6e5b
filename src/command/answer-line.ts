import { type Read, surelyNamed } from "./word.ts";

/** A word of a task has no digit; an id that an agent gave has none either, and is the agent's to answer. */
const isId = (word: string): boolean => /^[A-Za-z0-9_.-]{1,64}$/u.test(word) && /\d/u.test(word);

/** An experiment where one is named, a question by its id, and what is left. */
function aboutOne(words: readonly string[]): {
  experiment: string | undefined;
  id: string | undefined;
  rest: string[];
} {
  const experiment = surelyNamed(words[0] ?? "");
  const [id = "", ...rest] = experiment === undefined ? words : words.slice(1);
  return { experiment, id: isId(id) ? id : undefined, rest };
}

/** A question and its answer as it was typed, line breaks and all, of an experiment or of the one last asked in. */
export function answered(words: readonly string[], line: string): Read {
  const { experiment, id, rest } = aboutOne(words);
  if (id === undefined || rest.length === 0)
    return { odd: words, why: "a question is named by its id, as q1, and the answer stands after it" };
  return { args: { experiment, answers: { [id]: behind(line, words.length - rest.length) } } };
}

/** What stands behind so many words of a line. */
function behind(line: string, words: number): string {
  let left = line.trim();
  for (let at = 0; at < words; at++) left = left.replace(/^\S{1,4096}\s{1,99}/u, "");
  return left;
}

export function skipped(words: readonly string[]): Read {
  const { experiment, id, rest } = aboutOne(words);
  if (id === undefined || rest.length > 0) return { odd: words, why: "a question is named by its id, as q1" };
  return { args: { experiment, answers: { [id]: null } } };
}

/** What is wrong with what waits for approval, in quotes: a task may begin with the same word. */
export function rejected(words: readonly string[]): Read {
  const experiment = surelyNamed(words[0] ?? "");
  const own = experiment !== undefined && !/^["'“]/u.test(words[0] ?? "");
  const said = own ? words.slice(1) : words;
  const text = said.join(" ");
  // A shell takes the quotes away, and keeps what stood in them as one word.
  const [whole = ""] = said.length === 1 && /\s/u.test(text) ? said : [];
  const quoted =
    whole ||
    /^(?:"([^"]+)"|'([^']+)'|“([^”]+)”)$/u
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
  if (quoted === undefined || quoted.trim() === "") return { odd: words, why: "what is wrong stands in quotes" };
  return { args: { experiment: own ? experiment : undefined, reject: quoted } };
}
