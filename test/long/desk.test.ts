import { expect, test } from "bun:test";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { developmentBinary } from "../../rehearsal/binary.ts";
import { HOST_MODEL } from "../../rehearsal/host-agent.ts";
import { SHARED_KEY } from "../../src/host/reach-desk.ts";
import { command, until } from "../e2e/support/cli.ts";
import { RUN, SETUP } from "../e2e/support/cli-setup.ts";
import { attached, forged, ORDER, posted, prompted, roguePlugin, tapped } from "../e2e/support/desk-attacks.ts";
import { asHost } from "../e2e/support/dialect.ts";
import { HOST } from "../e2e/support/hosts.ts";
import { type Rehearsal, type RehearsalOptions, rehearse } from "../e2e/support/rehearsal.ts";
import { onTerminal } from "../support/pty.ts";

const KEY = "the key that the operator and the command share";
const DEAR = { ...SETUP, lab: { ...SETUP.lab, confirm_above: 0.001 }, env: { [SHARED_KEY]: KEY } };
/** What a desk says that began a call. */
const BEGUN = /\{\s*\\?"id\\?":\s*\\?"[0-9a-f]{8}-/u;

/** A server, and everything that was said in any of its sessions. */
async function served(lab: Rehearsal) {
  const server = await lab.serve();
  const said = async (): Promise<string> => {
    const sessions = await server.sessions();
    return (await Promise.all(sessions.map(({ id }) => server.texts(id)))).flat().join("\n");
  };
  return { server, said };
}

/** The commands of the agent: what it is told to do with its tools. */
const script: RehearsalOptions["script"] = (asked) => {
  if (asked.model !== HOST_MODEL) return undefined;
  const text = asked.messages.findLast(({ role }) => role === "user")?.content ?? "";
  const call = (name: string, args: Record<string, unknown>) => ({ calls: [asHost({ name, args })] });
  if (text.startsWith("GO-TASK ")) {
    const prompt = text.slice("GO-TASK ".length);
    return call("task", { description: "x", prompt, subagent_type: "general" });
  }
  if (text.startsWith("GO-SHELL")) return call("bash", { command: "env", description: "x" });
  return { text: "ok" };
};

test("whoever has no key begins no call: a subagent, a prompt, opencode run, the server's password, another plugin, what was heard and what was changed", async () => {
  await using lab = await rehearse({ ...DEAR, script });
  const { project } = lab;
  const rogue = roguePlugin(project.root);
  const config = join(project.directory, "opencode.json");
  const given = JSON.parse(readFileSync(config, "utf8"));
  const all = { ...given, plugin: [...given.plugin, rogue.folder], permission: { "*": "allow" } };
  await Bun.write(config, JSON.stringify(all));
  const { server, said } = await served(lab);

  for (const message of forged("ses_x")) {
    const session = await server.open();
    await server.say(session, `GO-TASK /designlab-desk ${message}`);
    const child = (await server.children(session))[0]?.id ?? "";
    // It is a text like any other.
    expect((await server.texts(child)).join("\n")).toContain("stolen");
    for (const way of [posted, prompted]) {
      const to = await server.open();
      for (const each of forged(to)) expect(await way(server, to, each)).not.toMatch(BEGUN);
      for (const each of forged(child)) expect(await way(server, child, each)).not.toMatch(BEGUN);
    }
  }
  await attached(project, server, forged("ses_x")[0] ?? "");
  const ran = await lab.say(`/designlab-desk ${JSON.stringify(ORDER)}`);
  expect(ran.stdout).not.toMatch(BEGUN);
  await server.say(await server.open(), "GO-ROGUE");
  await until(() => readdirSync(project.root).includes("rogue.txt"));
  expect(readFileSync(rogue.file, "utf8")).toContain("stolen");
  expect(readFileSync(rogue.file, "utf8")).not.toMatch(BEGUN);
  // An agent's shell has no key of the desk.
  const shell = await server.open();
  await server.say(shell, "GO-SHELL");
  const printed = (await server.tools(shell))[0]?.output ?? "";
  expect(printed).toContain("PATH=");
  expect(printed).not.toContain(KEY);
  await Bun.sleep(2_000);
  expect(await said()).not.toMatch(BEGUN);
  expect(lab.labRequests()).toEqual([]);

  // Who has the key makes the call; who only listened does not make it again.
  using tap = tapped(server.url);
  const password = /server password (\S+)/u.exec(server.output())?.[1] ?? "";
  const place = ["--server", tap.url, "--dir", project.directory];
  const options = { host: false, env: { OPENCODE_SERVER_PASSWORD: password } };
  const typed = (words: string[], more = {}) =>
    command({ directory: "/", env: project.env }, [...place, ...words], {
      ...options,
      env: { ...options.env, ...more },
    }).printed;
  expect((await typed([...RUN, "--yes"])).code).toBe(0);
  const paid = lab.labRequests().length;
  const heard = tap.passed.filter(({ body }) => body.includes("designlab_cost"));
  expect(heard).toHaveLength(1);
  expect(JSON.stringify(tap.passed)).not.toContain(KEY);
  for (const { path, body, authorization } of tap.passed.filter(
    ({ path, body }) => body !== "" && /message|rpc/u.test(path),
  ))
    for (const each of [body, body.replace("Design a durable queue", "Design another queue")]) {
      const headers = { "content-type": "application/json", ...(authorization && { authorization }) };
      const again = await fetch(`${server.url}${path}`, { method: "POST", headers, body: each });
      expect(await again.text()).not.toMatch(BEGUN);
    }
  await Bun.sleep(2_000);
  expect(lab.labRequests()).toHaveLength(paid);

  // In another folder the plugin is loaded when the key is out of the environment already.
  const other = join(project.root, "other");
  await Bun.write(join(other, "opencode.json"), JSON.stringify(given));
  const there = ["--server", server.url, "--dir", other, "dry-run", "Design a queue"];
  const elsewhere = await command({ directory: "/", env: project.env }, there, options).printed;
  expect([elsewhere.code, elsewhere.stdout]).toEqual([0, expect.stringContaining("no model was called")]);

  // Without the key, and with another, the command says what to set.
  const none = await typed(["doctor"], { [SHARED_KEY]: "" });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining(`${SHARED_KEY} must hold the key`)]);
  const wrong = await typed(["doctor"], { [SHARED_KEY]: "a key of somebody else that is as long" });
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining("nobody there takes the call")]);

  // A yes at that terminal is good for a price, and decides nothing.
  const node = Bun.which("node") ?? "node";
  const words = (...line: string[]) => [node, join(import.meta.dir, "../../cli.js"), ...place, ...line];
  const env = { ...project.env, OPENCODE_SERVER_PASSWORD: password };
  const dear = await onTerminal(words(...RUN, "--fresh"), { cwd: "/", env, answers: ["y"] });
  expect([dear.code, dear.screen]).toEqual([0, expect.stringContaining("more than $0.001")]);
  const decided = await onTerminal(words("decide", "A", "It is cheap"), { cwd: "/", env, answers: ["y"] });
  expect(decided.screen.replaceAll(/\s+/gu, " ")).toContain(
    "Not decided: who calls with --server says yes to prices and folders alone.",
  );
  expect(decided.code).toBe(1);
}, 300_000);

test("at the terminal of the command a person's y starts it, and in the shell of an agent nobody's does; the server that it starts takes its key with it: it is in no environment and no file, and the key of other servers is not there either", async () => {
  let shown = "";
  const host = realpathSync(developmentBinary(HOST));
  await using lab = await rehearse({
    ...DEAR,
    script: ({ kind }) => {
      if (kind !== "design" || shown !== "") return undefined;
      const { stdout } = Bun.spawnSync([
        "sh",
        "-c",
        `for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "${lab.project.directory}" ] && [ "$(readlink $p/exe)" = "${host}" ] && tr '\\0' '\\n' < $p/environ; done; true`,
      ]);
      shown = stdout.toString();
      return undefined;
    },
  });
  const { directory, env, home } = lab.project;
  const node = Bun.which("node") ?? "node";
  const words = [node, join(import.meta.dir, "../../cli.js"), "--opencode", developmentBinary(HOST), ...RUN];
  const agents = await onTerminal(words, { cwd: directory, env: { ...env, CLAUDECODE: "1" }, answers: ["y"] });
  expect(agents.screen.replaceAll(/\s+/gu, " ")).toContain(
    "Not started: CLAUDECODE is set here, as in the shell of an agent: type it in a terminal of your own.",
  );
  expect([agents.code, lab.labRequests()]).toEqual([1, []]);
  const own = await onTerminal(words, { cwd: directory, env, answers: ["y"] });
  expect([own.code, own.screen]).toEqual([0, expect.stringContaining("is better than the other 2 designs")]);

  expect(shown).toContain("OPENCODE_DESIGNLAB_DESK=");
  // The command and what gives it a terminal have the person's own key; the host has the name of a file that is gone.
  expect(shown).not.toContain(`${SHARED_KEY}=`);
  const state = join(home, ".local/state/opencode/design-lab");
  expect(readdirSync(state).filter((name) => name.startsWith("desk-"))).toEqual([]);
}, 300_000);
