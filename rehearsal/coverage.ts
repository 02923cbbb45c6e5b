import type { Reading } from "./reading.ts";

/** A line of a prompt that numbers a requirement, a constraint or a non-functional requirement. */
const NUMBERED = /^([RCN][1-9]\d*): (.+)$/gmu;
/** Words of a requirement that say what it is about. */
const MEANINGFUL = /[\p{L}\p{N}]{4,}/gu;

type Coverage = Record<string, { quote: string; status: string }>;

/** For every numbered requirement of a prompt the sentence of the design that shares most words with it. */
export function coverageIn({ text }: Reading, prompt: string): Coverage {
  const sentences = (text.match(/[^.!?\n"]{12,}[.!?]?/gu) ?? []).map((sentence) => sentence.trim());
  return Object.fromEntries(
    [...prompt.matchAll(NUMBERED)].map(([, id = "", requirement = ""]) => {
      const wanted = new Set(requirement.toLowerCase().match(MEANINGFUL) ?? []);
      const shared = (sentence: string): number =>
        (sentence.toLowerCase().match(MEANINGFUL) ?? []).filter((word) => wanted.has(word)).length;
      const best = sentences.toSorted((a, b) => shared(b) - shared(a))[0] ?? "";
      const share = wanted.size === 0 ? 0 : shared(best) / wanted.size;
      const status = share >= 0.4 ? "met" : share >= 0.2 ? "partly" : "not_addressed";
      return [id, { quote: status === "not_addressed" ? "" : best, status }];
    }),
  );
}

/** What a task states in prose: its sentences with "must" or "should", and those with "without" or "only". */
export function statedIn(task: string): Record<string, string[]> {
  const sentences = (task.match(/[^.!?\n]+[.!?]?/gu) ?? []).map((sentence) => sentence.trim()).filter(Boolean);
  const constraints = sentences.filter((sentence) => /\b(?:only|without|no longer than|budget)\b/iu.test(sentence));
  const loads = sentences.filter((sentence) => /\b\d[\d,.]*\s*(?:jobs|requests|users|ms|seconds|%)/iu.test(sentence));
  const rest = sentences.filter((sentence) => !constraints.includes(sentence) && !loads.includes(sentence));
  return {
    requirements: rest.filter((sentence) => /\b(?:must|should|shall)\b/iu.test(sentence)).slice(0, 20),
    constraints: constraints.slice(0, 20),
    non_functional_requirements: loads.slice(0, 20),
  };
}
