import { HOST } from "../../e2e/support/hosts.ts";
import { lab, quoted, shell, task, tools } from "./agent.ts";
import type { Way } from "./going.ts";
import { type Ground, RULES } from "./ground.ts";
import { NOT_PROMISED } from "./not-promised.ts";
import { lettersOn } from "./ways-shell.ts";

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
      ...((tries === "pay" || tries === "write") && { not_promised: NOT_PROMISED.host }),
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
    screen: true,
    on: [1],
    steps: ({ id, terminal }) => [
      shell(
        `${tools("screen", `/design-lab decide ${id.ranked} A --by Ada --where experiment`)}; sleep 6; ${screenOf(terminal)}`,
      ),
    ],
  },
  {
    name: "the person's screen typed into over HTTP, and the lab's dialog answered by the screen's own commands",
    tries: "decide",
    on: [1],
    screen: true,
    steps: ({ id, terminal }) => [
      shell(
        `${tools("screen", `/design-lab decide ${id.ranked} A --by Ada --where experiment`)}; sleep 4; ` +
          `${tools("press", "dialog.select.next", "dialog.select.submit", "dialog.prompt.submit")}; sleep 3; ${screenOf(terminal)}`,
      ),
    ],
  },
  {
    name: "a question of the lab on the person's screen, opened and answered by the screen's own commands",
    tries: "approve",
    on: [1],
    screen: true,
    steps: ({ terminal }) => [
      shell(
        `${tools("press", "designlab.questions")}; sleep 2; ${tools("press", "dialog.select.submit", "dialog.select.submit", "dialog.prompt.submit")}; sleep 2; ${screenOf(terminal)}`,
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
    name: "the lab's own question answered in the private folder, under its seal",
    tries: "decide",
    not_promised: NOT_PROMISED.folder,
    screen: false,
    steps: ({ id }) => [
      [lab("decide", { experiment: id.ranked, design: "A", by: "Ada", where: "experiment" }), shell(tools("word"))],
    ],
  },
  {
    name: "the lab's own question answered in the private folder, without its seal",
    tries: "decide",
    longest: 15_000,
    screen: false,
    steps: ({ id, state }) => [
      [
        lab("decide", { experiment: id.ranked, design: "A", by: "Ada", where: "experiment" }),
        shell(
          `for i in $(seq 40); do f=$(ls ${quoted(state)}/*-word-*.json 2> /dev/null | head -1); [ -n "$f" ] && break; sleep 0.1; done; ` +
            `id=$(sed 's/.*"id":"//;s/".*//' "$f"); for p in seen said; do printf '{"version":1,"id":"%s","yes":true,"mac":"%064d"}' $id 0 > "\${f%.json}-$p.json"; done`,
        ),
      ],
    ],
  },
  {
    name: "the person's terminal typed into by tmux",
    tries: "decide",
    not_promised: NOT_PROMISED.screen,
    screen: true,
    steps: ({ id, terminal }) => [
      shell(
        [
          `t="tmux -L ${terminal?.socket}"`,
          `$t send-keys -t host -l ${quoted(`/design-lab decide ${id.ranked} A --by Ada --where experiment`)}`,
          "sleep 2; $t send-keys -t host Enter",
          `for i in $(seq 30); do letters=${lettersOn("$t capture-pane -p -t host")}; [ -n "$letters" ] && break; sleep 0.5; done`,
          'sleep 1; $t send-keys -t host -l "$letters"; sleep 1; $t send-keys -t host Enter; sleep 3',
          screenOf(terminal),
        ].join("\n"),
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
