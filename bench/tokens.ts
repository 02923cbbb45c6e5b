import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { makeProject } from "../rehearsal/project.ts";
import { type LoggedRequest, startProvider } from "../rehearsal/provider.ts";
import { serveOpencode } from "../rehearsal/serve.ts";
import { modelsOf } from "./matrix-host.ts";

const EVALUATING = ["review", "score", "evaluation"];
/** Providers serve a beginning from their caches from about so many tokens on. */
const SMALLEST_PREFIX = 1024;

/**
 * Input tokens (o200k) that the reviewers of a 4 × 4 matrix are sent in the real host: one session for both parts of
 * an evaluation, against one for each; and how much of it begins like an earlier prompt to the same model. Once with
 * the short designs of scripted models, once with designs as long as those of real ones.
 */
export async function benchTokens(): Promise<void> {
  for (const characters of [0, LONG_DESIGN]) {
    const together = await evaluationsOf(["run"], characters);
    const apart = await evaluationsOf(["generate", "review", "score"], characters);
    const [ours, theirs] = [sum(together), sum(apart)];
    const shared = cacheable(together);
    const share = (of: number): string => `${((100 * shared) / of).toFixed(0)} %`;
    console.log(`  ${characters === 0 ? "short designs" : `designs of ${characters} characters`}`);
    console.log(`    one session for review and score: ${together.length} prompts, ${ours} tokens`);
    console.log(
      `    a session for each: ${apart.length} prompts, ${theirs} tokens; ratio ${(ours / theirs).toFixed(2)}`,
    );
    console.log(
      `    begins like an earlier prompt to the same model: ${shared} tokens, ${share(ours)}, or ${share(ours * 0.75)} of all but each reviewer's first`,
    );
  }
}

/** What the forecast takes for a typical design. */
const LONG_DESIGN = 20_000;

/** Texts of the evaluation prompts, in order of sending, by model. */
type Prompt = { model: string; tokens: number[] };

async function evaluationsOf(ops: readonly string[], characters: number): Promise<Prompt[]> {
  const matrix = { name: "4 × 4", designs: 4, reviewers: 4, seconds: [0] };
  const models = modelsOf(matrix);
  const provider = await startProvider({
    models,
    script: [{ kind: "design", reply: { text: (answer) => lengthened(answer, characters) } }],
  });
  const lab = {
    design_models: models.slice(0, 4).map(({ id }) => id),
    review_models: models.slice(4).map(({ id }) => id),
  };
  const project = makeProject({ provider, models, lab });
  const server = await serveOpencode({ project });
  try {
    for (const op of ops) {
      const args = op === "run" || op === "generate" ? { task: "Design a durable task queue", topic: "queue" } : {};
      const session = await server.open();
      await server.say(session, `Call designlab with ${JSON.stringify({ op, args })}`);
    }
    return provider.requests.filter(({ kind }) => EVALUATING.includes(kind)).map(promptOf);
  } finally {
    await server.stop();
    await provider.stop();
    project.remove();
  }
}

/** A design with its components again and again under other names, until it has so many characters. */
function lengthened(answer: string, characters: number): string {
  const design = JSON.parse(answer) as { components: { name: string }[] };
  const { components } = design;
  for (let copy = 1; JSON.stringify(design, null, 1).length < characters; copy++) {
    design.components = [
      ...design.components,
      ...components.map((each) => ({ ...each, name: `${each.name} ${copy}` })),
    ];
  }
  return JSON.stringify(design);
}

function promptOf({ model, messages }: LoggedRequest): Prompt {
  return { model, tokens: encode(messages.map(({ content }) => content).join("\n")) };
}

const sum = (prompts: readonly Prompt[]): number => prompts.reduce((total, { tokens }) => total + tokens.length, 0);

function cacheable(prompts: readonly Prompt[]): number {
  return prompts.reduce((total, prompt, at) => {
    const earlier = prompts.slice(0, at).filter(({ model }) => model === prompt.model);
    const longest = Math.max(0, ...earlier.map(({ tokens }) => commonStart(tokens, prompt.tokens)));
    return total + (longest >= SMALLEST_PREFIX ? longest : 0);
  }, 0);
}

function commonStart(one: readonly number[], other: readonly number[]): number {
  const end = one.findIndex((token, at) => token !== other[at]);
  return end < 0 ? one.length : end;
}
