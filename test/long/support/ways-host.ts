import { HOST } from "../../e2e/support/hosts.ts";
import { lab, quoted, shell, task, tools } from "./agent.ts";
import type { Way } from "./going.ts";
import { type Ground, RULES } from "./ground.ts";

/** The lines that decide, approve, vote and show, as a person types them. */
const LINES: readonly { tries: Way["tries"]; line: (at: Ground) => string }[] = [
  { tries: "decide", line: ({ id }) => `decide ${id.ranked} A --by Ada --where experiment` },
  { tries: "approve", line: ({ id }) => `approve ${id.asks}` },
  { tries: "vote", line: ({ id }) => `judge ${id.held} N>O --unseen` },
  { tries: "show", line: ({ id }) => `judge ${id.held} --show` },
];

/** Calls that ask the person, each of which somebody else answers. */
const CALLS: readonly { tries: Way["tries"]; call: (at: Ground) => [string, object] }[] = [
  {
    tries: "decide",
    call: ({ id }) => ["decide", { experiment: id.ranked, design: "A", by: "Ada", where: "experiment" }],
  },
  { tries: "approve", call: ({ id }) => ["ask", { experiment: id.asks, approve: true }] },
  { tries: "show", call: ({ id }) => ["judge", { experiment: id.held, show: true }] },
  { tries: "pay", call: () => ["run", { task: "A queue of parcels", topic: "paid" }] },
  {
    tries: "write",
    call: ({ outside }) => [
      "generate",
      { task: "A queue of cards", topic: "out", output_dir: `${outside}/lab`, dry_run: false },
    ],
  },
];

const screenOf = (terminal: Ground["terminal"]): string => `tmux -L ${terminal?.socket} capture-pane -p -t host`;

/** The host's own interface, as whoever knows its address and password uses it. */
export const HOST_WAYS: readonly Way[] = [
  ...CALLS.filter(({ tries }) => tries !== "pay" && tries !== "write").map(
    ({ tries, call }): Way => ({ name: `the tool, to ${tries}`, tries, steps: (at) => [lab(...call(at))] }),
  ),
  {
    name: "the tool, to vote",
    tries: "vote",
    steps: ({ id }) => [
      lab("judge", { experiment: id.held, name: "Ada", wait: 0 }),
      lab("judge", { experiment: id.held, name: "Ada", order: "N>O", unseen: true }),
    ],
  },
  ...LINES.map(
    ({ tries, line }): Way => ({
      name: `the command over HTTP, to ${tries}`,
      tries,
      steps: (at) => [shell(tools("line", line(at)))],
    }),
  ),
  ...CALLS.map(
    ({ tries, call }): Way => ({
      name: `the host's question answered over HTTP, to ${tries}`,
      tries,
      patience: 6_000,
      steps: (at) => [[lab(...call(at)), shell(tools("yes", 5))]],
    }),
  ),
  {
    name: "a subagent that is told a line of the command",
    tries: "decide",
    steps: ({ id }) => [task(`/design-lab decide ${id.ranked} A --by Ada --where experiment`)],
  },
  {
    name: "a message over HTTP that holds a line of the command",
    tries: "decide",
    steps: ({ id }) => [shell(tools("say", `/design-lab decide ${id.ranked} A --by Ada --where experiment`))],
  },
  {
    name: "a line of the command that only looks, and another call",
    tries: "decide",
    steps: ({ id }) => [
      shell(tools("line", `show ${id.ranked}`)),
      lab("decide", { experiment: id.ranked, design: "A", where: "experiment" }),
    ],
  },
  {
    name: "the person's screen typed into over HTTP",
    tries: "decide",
    on: [1],
    steps: ({ id, terminal }) => [
      shell(
        `${tools("screen", `/design-lab decide ${id.ranked} A --by Ada --where experiment`)}; sleep 6; ${screenOf(terminal)}`,
      ),
    ],
  },
  {
    name: "a command of the person's screen called over HTTP, and its dialog answered",
    tries: "approve",
    on: [1],
    steps: ({ terminal }) => [
      shell(
        `${tools("post", "/tui/execute-command", { command: "designlab.questions" })}; sleep 2; ${tools("post", "/tui/publish", { type: "tui.command.execute", properties: { command: "prompt.submit" } })}; ${tools("screen", "approve")}; sleep 2; ${screenOf(terminal)}`,
      ),
    ],
  },
  {
    name: "a message of the host's own put into the session that looks typed",
    tries: "decide",
    on: [2],
    steps: ({ id }) => [shell(`${tools("say", `/design-lab decide ${id.ranked} A --where experiment`)}; sleep 3`)],
  },
  {
    name: "the host's own terminal, opened over HTTP, in which the command decides",
    tries: "decide",
    steps: ({ id, directory }) => [
      shell(
        `${tools("post", HOST === 1 ? "/pty" : `/api/pty?location%5Bdirectory%5D=${encodeURIComponent(directory)}`, {
          command: "sh",
          args: ["-c", `opencode-designlab decide ${id.ranked} A --by Ada --where experiment > agent/pty.log`],
          cwd: directory,
        })}; sleep 4`,
      ),
    ],
  },
  {
    name: "the person's terminal typed into by tmux",
    tries: "decide",
    steps: ({ id, terminal }) => [
      shell(
        `tmux -L ${terminal?.socket} send-keys -t host -l ${quoted(`/design-lab decide ${id.ranked} A --by Ada --where experiment`)}; sleep 2; ` +
          `tmux -L ${terminal?.socket} send-keys -t host Enter; sleep 1; tmux -L ${terminal?.socket} send-keys -t host Enter; sleep 5; ` +
          `tmux -L ${terminal?.socket} send-keys -t host Down; sleep 1; tmux -L ${terminal?.socket} send-keys -t host Enter; sleep 4; ` +
          screenOf(terminal),
      ),
    ],
  },
  ...RULES.map(
    (rule, at): Way => ({
      name: `an agent whose rules allow ${rule.replaceAll(".", " ")}`,
      tries: "decide",
      agent: `rule${at}`,
      steps: ({ id }) => [lab("decide", { experiment: id.ranked, design: "A", where: "experiment" })],
    }),
  ),
  {
    name: "an agent's file that allows approvals, on a host that runs",
    tries: "approve",
    agent: "wild",
    steps: ({ id }) => [lab("ask", { experiment: id.asks, approve: true })],
  },
];
