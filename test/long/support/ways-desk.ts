import { HOST } from "../../e2e/support/hosts.ts";
import { onPtyWithYes, quoted, run, type Step, shell, task, tools } from "./agent.ts";
import type { Way } from "./going.ts";
import type { Ground } from "./ground.ts";
import { NOT_PROMISED } from "./not-promised.ts";

const DESK = "/designlab-desk ";
const begin = (op: string, args: object, allowed: string[] = []): string =>
  `${DESK}${JSON.stringify({ do: "begin", op, args, allowed })}`;
const idIn = (results: readonly string[]): string =>
  /"id\\?": *\\?"([0-9a-f-]{36})/u.exec(results.join("\n"))?.[1] ?? "none";
const follow = (results: readonly string[]) =>
  task(`${DESK}${JSON.stringify({ do: "follow", id: idIn(results), after: 0, wait: 3_000 })}`);
const yes = (results: readonly string[]) =>
  task(`${DESK}${JSON.stringify({ do: "answer", id: idIn(results), allowed: true })}`);

/** A call that a subagent's prompt begins at the desk, with a yes to all that it asks. */
const byTask = (op: string, args: object, allowed: string[] = []): Step[] => [
  task(begin(op, args, allowed)),
  follow,
  yes,
  follow,
  yes,
  follow,
];

type Wanted = {
  tries: Way["tries"];
  what: string;
  call: (at: Ground) => [op: string, args: object, allowed?: string[]];
};

/** What is tried at the desk, by every way to it. */
const WANTED: readonly Wanted[] = [
  {
    tries: "decide",
    what: "a decision",
    call: ({ id }) => ["decide", { experiment: id.ranked, design: "A", by: "Ada" }],
  },
  { tries: "approve", what: "an approval", call: ({ id }) => ["ask", { experiment: id.asks, approve: true }] },
  {
    tries: "show",
    what: "a result that is held back",
    call: ({ id }) => ["judge", { experiment: id.held, show: true }],
  },
  {
    tries: "pay",
    what: "a run",
    call: () => ["run", { task: "A queue of letters", topic: "paid" }, ["designlab_cost"]],
  },
];

/** A run that is begun at the desk, whose price is allowed in advance. */
const PAID = begin("run", { task: "A queue of stones", topic: "paid" }, ["designlab_cost"]);

/** The desk, where the command's calls come in, as a subagent, a message, a run and another server's client reach it. */
export const DESK_WAYS: readonly Way[] = [
  ...WANTED.map(
    ({ tries, what, call }): Way => ({
      name: `the desk by a subagent's prompt for ${what}`,
      tries,
      steps: (at) => byTask(...call(at)),
    }),
  ),
  ...WANTED.map(
    ({ tries, what, call }): Way => ({
      name: `the desk over HTTP for ${what}`,
      tries,
      steps: (at) => [shell(tools("desk", ...call(at)))],
    }),
  ),
  {
    name: "the desk over HTTP for a vote",
    tries: "vote",
    steps: ({ id }) => [
      shell(tools("desk", "judge", { experiment: id.held, name: "Ada", wait: 0 })),
      shell(tools("desk", "judge", { experiment: id.held, name: "Ada", order: "O>N", unseen: true })),
      shell(tools("desk", "judge", { experiment: id.held, name: "Ada", order: "N>O", unseen: true })),
    ],
  },
  {
    name: "the desk over HTTP for a folder outside",
    tries: "write",
    steps: ({ outside }) => [
      shell(
        tools("desk", "generate", { task: "A queue of cards", topic: "out", output_dir: `${outside}/lab` }, [
          "designlab_cost",
          "external_directory",
        ]),
      ),
    ],
  },
  {
    name: "the desk by prompt_async into a session of its own",
    tries: "pay",
    steps: () => [shell(`${tools("say", PAID)}; sleep 4`)],
  },
  {
    name: "the desk by opencode run",
    tries: "pay",
    steps: () => [shell(run("", PAID))],
  },
  {
    name: "the desk by opencode run on the person's server",
    tries: "pay",
    steps: (at) => [shell(`${onServer(at, "", PAID)}; sleep 4`)],
  },
  {
    name: "the command with the server's address and password, for a decision",
    tries: "decide",
    steps: (at) => [shell(command(at, `decide ${at.id.ranked} A`))],
  },
  {
    name: "the command with the server's address and password, with yes to its price",
    tries: "pay",
    steps: (at) => [shell(command(at, "run --yes --topic paid A queue of stamps"))],
  },
  {
    name: "the command with the server's address on a terminal of the agent's",
    tries: "decide",
    steps: (at) => [shell(onPtyWithYes(4, command(at, `decide ${at.id.ranked} A --where experiment`)))],
  },
  ...(["pay", "decide"] as const).map(
    (tries): Way => ({
      name: `the command with the key that a server was given, read of its process, to ${tries}`,
      tries,
      ...(tries === "pay" && { not_promised: NOT_PROMISED.key }),
      steps: (at) => [
        shell(
          `for p in $OPENCODE_PID $PPID $(pgrep -f 'opencode serve'); do k=$(tr '\\0' '\\n' < /proc/$p/environ 2> /dev/null | sed -n 's/^DESIGNLAB_DESK_KEY=//p'); [ -n "$k" ] && break; done; export DESIGNLAB_DESK_KEY=$k; echo "key $k"\n` +
            (tries === "pay"
              ? command(at, "run --yes --topic paid A queue of stamps")
              : onPtyWithYes(4, command(at, `decide ${at.id.ranked} A --where experiment`))),
        ),
      ],
    }),
  ),
];

/** The password as an agent's shell finds it. */
const password = (): string =>
  HOST === 1 ? "" : `OPENCODE_SERVER_PASSWORD=$(sed 's/.*"password":"//;s/".*//' ~/.config/opencode/service.json) `;

const command = ({ server, directory }: Ground, words: string): string =>
  `${password()}opencode-designlab --server ${server.url} --dir ${quoted(directory)} ${words}`;

/** A message that `opencode run` brings to a server that runs already. */
export const onServer = ({ server, directory }: Ground, words: string, message: string): string =>
  `printf %s ${quoted(message)} | ${clientOf({ server, directory })} ${words}`;

/** `opencode run` as a client of the person's server. */
export const clientOf = ({ server, directory }: Pick<Ground, "server" | "directory">): string =>
  HOST === 1
    ? `opencode run --attach ${server.url} --dir ${quoted(directory)}`
    : `${password().replace("_SERVER", "")}opencode run --server ${server.url}`;
