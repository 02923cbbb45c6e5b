import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes, into the folder, a plugin for OpenCode 1 that makes the sessions of a matrix and nothing else: no queue, no
 * check, no file, no ranking. What a run takes with it is what the host itself takes for so many prompts. Returns the
 * folder.
 */
export function stageBarePlugin(folder: string, designers: readonly string[], reviewers: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  writeFileSync(join(folder, "index.js"), source(designers, reviewers));
  return folder;
}

/** About as long as an evaluation's prompt. */
const TEXT = "Judge this design by every criterion. ".repeat(250);

const source = (designers: readonly string[], reviewers: readonly string[]): string => `
const deny = [{ permission: "*", pattern: "*", action: "deny" }];
const server = async ({ client, directory }) => {
  const query = { directory };
  const ask = async (caller, model) => {
    const { data } = await client.session.create({ body: { parentID: caller, title: "bare", permission: deny }, query });
    const slash = model.indexOf("/");
    const body = {
      agent: "bare",
      model: { providerID: model.slice(0, slash), modelID: model.slice(slash + 1) },
      parts: [{ type: "text", text: ${JSON.stringify(TEXT)} }],
    };
    await client.session.prompt({ path: { id: data.id }, query, body });
  };
  const execute = async (_, { sessionID }) => {
    const designers = ${JSON.stringify(designers)};
    const reviewers = ${JSON.stringify(reviewers)};
    await Promise.all(designers.map((model) => ask(sessionID, model)));
    await Promise.all(designers.flatMap(() => reviewers.map((model) => ask(sessionID, model))));
    return "${BARE_REPLY}";
  };
  return {
    config: async (config) => {
      config.agent = { ...config.agent, bare: { mode: "primary", prompt: "You judge.", tools: { "*": false } } };
    },
    tool: { designlab: { description: "All sessions of a matrix", args: {}, execute } },
  };
};
export default { id: "bare", server };
`;

export const BARE_REPLY = "every session answered";
