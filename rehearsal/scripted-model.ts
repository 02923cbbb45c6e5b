import { arrangementOf } from "./arranger.ts";
import { type Asked, userText } from "./asked.ts";
import { type Strength, writeDesign } from "./author.ts";
import { coverageIn, statedIn } from "./coverage.ts";
import { fitSchema } from "./fit-schema.ts";
import { hostClosing } from "./host-agent.ts";
import { briefFor, questionsFor } from "./interview.ts";
import { planFor } from "./planner.ts";
import { readDesign } from "./reading.ts";
import { addressedToReader, type Temper, writeReview, writeScores } from "./reviewer.ts";
import { mergeOf, revisionOf } from "./reviser.ts";
import { seeded } from "./seed.ts";
import { subjectOf, taskIn, topicOf } from "./task.ts";

/** A model of the rehearsal: what it is called, how well it designs, how it judges, how long it thinks. */
export type ScriptedModel = {
  /** provider/model. */
  id: string;
  /** "average" unless given. */
  strength?: Strength;
  /** Chosen by the id where left out: severity up to 0.1, noise 0.05. */
  temper?: Partial<Temper>;
  /** False for a model that answers a request with a temperature by an error. */
  temperature?: boolean;
  /** Milliseconds before each answer; 0 unless given. */
  delay?: number;
};

/** The text that a model answers with when nothing goes wrong. */
export function ordinaryAnswer(model: ScriptedModel, asked: Asked): string {
  const said = userText(asked);
  switch (asked.kind) {
    case "topic": {
      const topic = topicOf(taskIn(said));
      return asked.schema ? json({ topic, ...statedIn(taskIn(said)) }, asked) : topic;
    }
    case "questions":
      return json(questionsFor(asked), asked);
    case "brief":
      return json(briefFor(asked), asked);
    case "plan":
      return json(planFor(asked), asked);
    case "design":
      return json(writeDesign(model.id, model.strength ?? "average", taskIn(said)), asked);
    case "arrangement":
      return json(arrangementOf(asked), asked);
    case "revision":
      return json(revisionOf(asked), asked);
    case "merge":
      return json(mergeOf(asked), asked);
    case "review":
    case "score":
    case "evaluation":
      return json(evaluate(model, asked), asked);
    case "host":
      return hostClosing(asked);
    case "title":
      return subjectOf(said.split("\n").at(-1) ?? said);
    case "other":
      return asked.schema ? json({}, asked) : "Understood.";
  }
}

function evaluate(model: ScriptedModel, asked: Asked) {
  const temper = { severity: seeded("severity", model.id) / 10, noise: 0.05, ...model.temper };
  const reading = readDesign(userText(asked));
  return {
    addressed_to_you: addressedToReader(reading),
    coverage: coverageIn(reading, userText(asked)),
    ...writeReview(reading),
    ...writeScores(model.id, temper, reading, asked.schema ?? {}),
  };
}

function json(value: unknown, asked: Asked): string {
  return JSON.stringify(fitSchema(value, asked.schema), null, 2);
}
