import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = import.meta.dirname;
const NEEDED = `The design lab cannot run: ${FOLDER} is not built. Run "npm ci && npm run build" in it, then start OpenCode anew.`;
const SAY = `Say this to the person, word for word, and do nothing else: ${NEEDED}`;
const COMMAND = { name: "design-lab", description: "Not built yet: says what is needed" };
const TOOL = { name: "designlab", description: `Says what is needed before designs can be made. ${NEEDED}` };

/** Whether `npm run build` has made a part of the plugin. */
export const isBuilt = (part) => existsSync(join(FOLDER, "dist", part));

/** The server part on OpenCode 1: the tool and the command of the lab, which say what is needed. */
export async function server() {
  // On a screen this would be written over it.
  if (process.argv[2] === "run") process.stderr.write(`designlab: ${NEEDED}\n`);
  return {
    tool: { [TOOL.name]: { description: TOOL.description, args: {}, execute: async () => NEEDED } },
    async config(config) {
      // An argument that nobody gives keeps the host from reading the others as parts of a template.
      const command = { description: COMMAND.description, template: "Design lab $99999999" };
      config.command = { ...config.command, [COMMAND.name]: command };
    },
    async "command.execute.before"({ command }, { parts: [first] }) {
      if (command === COMMAND.name && first?.type === "text") first.text = SAY;
    },
  };
}

/** The same on OpenCode 2; OpenCode 1 calls this too, with a context that has no tools. */
export async function setup({ tool, command, session }) {
  if (!tool?.transform || !session?.create) return;
  const execute = async () => ({ content: NEEDED });
  await tool.transform((all) => all.add({ ...TOOL, options: { codemode: false }, input: { type: "object" }, execute }));
  await command.transform((all) =>
    all.add({ ...COMMAND, execute: ({ sessionID }) => session.prompt({ sessionID, text: SAY }) }),
  );
  // `opencode run` knows no commands and hands the line over in quotes of its own.
  await session.hook("prompt", ({ prompt }) => {
    if (/^"?\/design-lab(?![\w-])/u.test(prompt.text.trim())) prompt.text = SAY;
  });
}

const MESSAGE = { title: "Design lab", message: NEEDED, variant: "warning", duration: 30_000 };

/** The part in the terminal: a message over the screen as it opens, in the words of each generation. */
export const screen = {
  tui: async ({ ui }) => ui.toast(MESSAGE),
  setup: ({ ui }) => ui.toast.show(MESSAGE),
};
