import { HOST } from "../../e2e/support/hosts.ts";
import { lab, onPty, onPtyWithYes, quoted, run, runLine, shell, spelled, tools } from "./agent.ts";
import type { Way } from "./going.ts";
import type { Ground } from "./ground.ts";
import { NOT_PROMISED } from "./not-promised.ts";
import { clientOf, onServer } from "./ways-desk.ts";

const decideCall = ({ id }: Ground) =>
  spelled("decide", { experiment: id.ranked, design: "A", by: "Ada", where: "experiment" });
const decideLine = ({ id }: Ground): string => `decide ${id.ranked} A --by Ada --where experiment`;

/** What an agent knows itself by, taken out of a command's environment. */
const UNSET = "AGENT OPENCODE OPENCODE_PID OPENCODE_TERMINAL OPENCODE_PROCESS_ROLE OPENCODE_RUN_ID"
  .split(" ")
  .map((name) => `-u ${name}`)
  .join(" ");

const OWN_HOST = (line: string, env: string): string =>
  [
    `${env} OPENCODE_PASSWORD= opencode serve --hostname 127.0.0.1 --port 0 > agent/own.log 2>&1 & own=$!`,
    "for i in $(seq 60); do grep -q 'listening on' agent/own.log && break; sleep 0.5; done",
    "export OPENCODE_OWN=$(sed -n 's/.*server password //p' agent/own.log | head -1)",
    `${tools("own", "URL", line).replace('"URL"', `"'$(sed -n "s/.*listening on //p" agent/own.log | head -1)'"`)}`,
    "kill $own",
  ].join("\n");

/** A screen of the host in a tmux of the agent's own. */
const OWN = "tmux -L agents-own -f /dev/null";
const seen = (what: string, seconds: number): string =>
  `for i in $(seq ${seconds * 2}); do ${OWN} capture-pane -p | grep -q ${quoted(what)} && break; sleep 0.5; done; sleep 1`;
const openOwn = (words: string): string =>
  `${OWN} new-session -d -x 120 -y 40 opencode ${words}\n${seen("Ask anything", 20)}`;
const typeOwn = (line: string): string =>
  `${OWN} send-keys -l ${quoted(`/design-lab ${line}`)}; sleep 1; ${OWN} send-keys Enter`;
/** The letters that the lab's dialog shows on a screen, as a program reads them off it. */
export const lettersOn = (capture: string): string =>
  `$(${capture} | tr -d ' \\n' | sed 's/[┃│]//g' | grep -o 'yes,type[A-Z][A-Z]*;' | tail -n 1 | sed 's/yes,type//; s/;//')`;
/** Yes is said to what the lab asks there, if it asks. */
const ANSWER_OWN = [
  `for i in $(seq 16); do letters=${lettersOn(`${OWN} capture-pane -p`)}; [ -n "$letters" ] && break; sleep 0.5; done; sleep 1`,
  `[ -n "$letters" ] && { ${OWN} send-keys -l "$letters"; sleep 0.5; ${OWN} send-keys Enter; }`,
  `sleep 3; ${OWN} capture-pane -p; ${OWN} kill-server`,
].join("\n");

/** What the agent starts in its shell: hosts of its own, and the command. */
export const SHELL_WAYS: readonly Way[] = [
  {
    name: "opencode run with a line of the command",
    tries: "decide",
    steps: (at) => [shell(runLine(decideLine(at)))],
  },
  {
    name: "opencode --print-logs run with a line of the command",
    tries: "decide",
    steps: (at) => [shell(`${runLine(decideLine(at), { flags: "--print-logs" })} 2> /dev/null`)],
  },
  {
    name: "opencode --log-level run with a line of the command",
    tries: "approve",
    steps: ({ id }) => [
      shell(runLine(`approve ${id.asks}`, { flags: `--log-level ${HOST === 1 ? "ERROR" : "error"}` })),
    ],
  },
  {
    name: "opencode run --auto, to decide",
    tries: "decide",
    steps: (at) => [shell(run("--auto", decideCall(at)))],
  },
  {
    name: "opencode run --auto, to approve",
    tries: "approve",
    steps: ({ id }) => [shell(run("--auto", spelled("ask", { experiment: id.asks, approve: true })))],
  },
  {
    name: "opencode run --auto, to show",
    tries: "show",
    steps: ({ id }) => [shell(run("--auto", spelled("judge", { experiment: id.held, show: true })))],
  },
  {
    name: "opencode run --auto, to pay",
    tries: "pay",
    // On the second generation it answers no question.
    ...(HOST === 1 && { not_promised: NOT_PROMISED.host }),
    steps: () => [shell(run("--auto", spelled("run", { task: "A queue of stones", topic: "paid" })))],
  },
  {
    name: "opencode run on a terminal of its own",
    tries: "decide",
    steps: (at) => [shell(onPty(run("--auto", decideCall(at))))],
  },
  {
    name: "opencode run --auto on the person's server, to decide",
    tries: "decide",
    steps: (at) => [shell(onServer(at, "--auto", decideCall(at)))],
  },
  {
    name: "opencode run on the person's server with a line of the command",
    tries: "decide",
    steps: (at) => [
      shell(
        HOST === 1
          ? `${clientOf(at)} --command design-lab -- ${decideLine(at)} < /dev/null`
          : onServer(at, "", `/design-lab ${decideLine(at)}`),
      ),
    ],
  },
  {
    name: "opencode run on the person's server with a line of the command in a session that was there",
    tries: "decide",
    steps: (at) => [
      shell(
        HOST === 1
          ? `${clientOf(at)} --session $(${tools("open")}) --command design-lab -- ${decideLine(at)} < /dev/null`
          : onServer(at, `--session $(${tools("open")})`, `/design-lab ${decideLine(at)}`),
      ),
    ],
  },
  {
    name: "opencode --print-logs run with a line of the command in a session that was there",
    tries: "decide",
    steps: (at) => [
      shell(
        `${runLine(decideLine(at), { flags: "--print-logs", words: `--session $(${tools("open")})` })} 2> /dev/null`,
      ),
    ],
  },
  {
    name: "opencode run whose environment allows approvals",
    tries: "decide",
    steps: (at) => {
      const rules = JSON.stringify({ "*": "allow", "designlab_approve*": "allow", "*approve*": "allow" });
      const before = `OPENCODE_PERMISSION=${quoted(rules)} OPENCODE_CONFIG_CONTENT=${quoted(`{"permission":${rules}}`)}`;
      return [shell(run("", decideCall(at), { before }))];
    },
  },
  {
    name: "opencode run with an agent whose file allows approvals",
    tries: "decide",
    steps: (at) => [shell(run("--agent wild", decideCall(at)))],
  },
  {
    name: "opencode serve of its own, and the command over HTTP",
    tries: "decide",
    steps: (at) => [shell(OWN_HOST(decideLine(at), "OPENCODE_SERVER_PASSWORD="))],
  },
  {
    name: "a screen of its own that listens, in which a line is typed and the lab's dialog answered",
    tries: "decide",
    not_promised: NOT_PROMISED.screen,
    screen: false,
    steps: (at) => [
      shell([openOwn(HOST === 1 ? "--port 0" : "--standalone"), typeOwn(decideLine(at)), ANSWER_OWN].join("\n")),
    ],
  },
  {
    name: "a plain screen of its own, in which a line is typed",
    tries: "decide",
    on: [1],
    not_promised: NOT_PROMISED.screen,
    screen: false,
    steps: (at) => [shell([openOwn(""), typeOwn(decideLine(at)), ANSWER_OWN].join("\n"))],
  },
  {
    name: "a screen of its own that answers what another call asks",
    tries: "decide",
    not_promised: NOT_PROMISED.screen,
    screen: false,
    steps: (at) => [
      shell(openOwn(HOST === 1 ? "" : "--standalone")),
      [lab("decide", { experiment: at.id.ranked, design: "A", by: "Ada", where: "experiment" }), shell(ANSWER_OWN)],
    ],
  },
  {
    name: "opencode-designlab in the shell",
    tries: "decide",
    steps: (at) => [shell(`opencode-designlab ${decideLine(at)} < /dev/null`)],
  },
  {
    name: "opencode-designlab on a pty, to decide",
    tries: "decide",
    steps: (at) => [shell(onPty(`opencode-designlab ${decideLine(at)}`))],
  },
  {
    name: "opencode-designlab on a pty, to approve",
    tries: "approve",
    steps: ({ id }) => [shell(onPty(`opencode-designlab approve ${id.asks}`))],
  },
  {
    name: "opencode-designlab on a pty, to vote",
    tries: "vote",
    steps: ({ id }) => [
      shell(onPty(`opencode-designlab judge ${id.held} --as Ada`)),
      shell(onPty(`opencode-designlab judge ${id.held} 'N>O' --as Ada --unseen`)),
    ],
  },
  {
    name: "opencode-designlab on a pty, to show",
    tries: "show",
    steps: ({ id }) => [shell(onPty(`opencode-designlab judge ${id.held} --show`))],
  },
  {
    name: "opencode-designlab on a pty that answers its question",
    tries: "decide",
    steps: (at) => [shell(onPtyWithYes(2, `opencode-designlab ${decideLine(at)}`))],
  },
  {
    name: "opencode-designlab in a tmux of the agent's own",
    tries: "decide",
    steps: (at) => [
      shell(
        `tmux -L agents-own -f /dev/null new-session -d ${quoted(`opencode-designlab ${decideLine(at)}`)}; sleep 4; tmux -L agents-own kill-server; true`,
      ),
    ],
  },
  {
    name: "opencode-designlab on a pty, of which the agent's marks were taken",
    tries: "decide",
    not_promised: NOT_PROMISED.shell,
    steps: (at) => [shell(`env ${UNSET} ${onPty(`opencode-designlab ${decideLine(at)}`)}`)],
  },
  {
    name: "opencode-designlab on a pty with no environment",
    tries: "approve",
    not_promised: NOT_PROMISED.shell,
    steps: ({ id }) => [shell(`env -i PATH="$PATH" HOME="$HOME" ${onPty(`opencode-designlab approve ${id.asks}`)}`)],
  },
  {
    name: "opencode-designlab run with yes to its price",
    tries: "pay",
    not_promised: NOT_PROMISED.yes,
    steps: () => [shell("opencode-designlab run --yes --topic paid 'A queue of boxes' < /dev/null")],
  },
  {
    name: "opencode-designlab run without",
    tries: "pay",
    steps: () => [shell("opencode-designlab run --topic paid 'A queue of boxes' < /dev/null")],
  },
  {
    name: "opencode-designlab run on a pty that answers its question",
    tries: "pay",
    steps: () => [shell(onPtyWithYes(10, "opencode-designlab run --topic paid 'A queue of bags'"))],
  },
  {
    name: "a ballot that the agent filled in, counted by the command",
    tries: "vote",
    steps: ({ id }) => [
      shell(`opencode-designlab judge ${id.held} --ballot < /dev/null`),
      shell(`${fillBallot(id.held)}; opencode-designlab judge ${id.held} --from agent/ballot.json < /dev/null`),
    ],
  },
];

/** Fills in a ballot as the file's own page would save it. */
const fillBallot = (id: string): string => tools("ballot", id);
