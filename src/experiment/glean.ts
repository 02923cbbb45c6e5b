import type { Ballot, Glance, Gleaned } from "../artifacts/ballot.ts";
import { type DesignBody, gravestFirst } from "../artifacts/design.ts";
import { pairedParts } from "../stats/paired-parts.ts";
import { ownAnswers, ownSentences } from "./own-words.ts";

/** Designs of which any two are paired topic by topic; of more than these, parts stand beside each other as they are. */
const MAX_PAIRED = 24;

/** Finds what helps to read the designs of a ballot faster. It is given nothing but the ballot, and so is as blind. */
export function gleanBallot({ designs, requirements }: Pick<Ballot, "designs" | "requirements">): Gleaned {
  const ids = requirements.flatMap((each) => /^([RCNS]\d+):?\s/u.exec(each)?.[1] ?? []);
  const few = designs.length > MAX_PAIRED ? [] : designs;
  return {
    glances: designs.map(({ body }) => glanceOf(body, ids)),
    pairs: few.flatMap((first, at) =>
      few.slice(at + 1).map((second) => ({
        first: first.letter,
        second: second.letter,
        ...pairedParts(first.body, second.body),
      })),
    ),
  };
}

/** Decisions that are a design's main ones: it names the most important first. */
const MAX_CHOICES = 2;

function glanceOf(body: DesignBody, requirements: readonly string[]): Glance {
  return {
    choices: body.tradeoffs.slice(0, MAX_CHOICES).map(({ aspect, choice }) => ({ aspect, choice })),
    risk: gravestFirst(body.risks)[0] ?? null,
    components: body.components.map(({ name }) => name),
    answers: ownAnswers(ownSentences(body), requirements),
  };
}
