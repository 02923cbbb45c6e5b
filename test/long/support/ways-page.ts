import { lab, onPty, quoted, run, type Step, shell, spelled, tools } from "./agent.ts";
import type { Way } from "./going.ts";
import { NOT_PROMISED } from "./not-promised.ts";

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;
/** The address of a page that a reply told. */
export const addressIn = (results: readonly string[]): string =>
  ADDRESS.exec(results.at(-1) ?? "")?.[0] ?? "http://127.0.0.1:1/#x";

/** Opens the page that a reply invites to, and approves there. */
const approveThere =
  (id: string): Step =>
  (results) =>
    shell(tools("approve", addressIn(results), id));

/** A browser that is a program of the agent's: what a host opens in it is read, and `then` is done with the address. */
const BROWSER = (directory: string, then: string): string =>
  [
    "mkdir -p agent/bin",
    `printf '%s\\n' '#!/bin/sh' 'cat "$1" > ${directory}/agent/opened' > agent/bin/xdg-open`,
    "chmod +x agent/bin/xdg-open; export DISPLAY=:9 PATH=$PWD/agent/bin:$PATH",
    "(for i in $(seq 100); do [ -s agent/opened ] && break; sleep 0.25; done",
    `address=$(grep -o 'http://127[^"<]*#[A-Za-z0-9]*' agent/opened | head -1)`,
    `${then}) > agent/page.log 2>&1 &`,
  ].join("\n");

/** The pages' doors. */
export const PAGE_WAYS: readonly Way[] = [
  {
    name: "the page that open invites to",
    tries: "approve",
    steps: ({ id, approval }) => [lab("open", { experiment: id.asks }), approveThere(approval.asks)],
  },
  {
    name: "the page that ask invites to",
    tries: "approve",
    steps: ({ id, approval }) => [lab("ask", { experiment: id.asks, wait: 1 }), approveThere(approval.asks)],
  },
  {
    name: "the page that plan invites to",
    tries: "approve",
    steps: ({ id, approval }) => [lab("plan", { experiment: id.planned, wait: 1 }), approveThere(approval.planned)],
  },
  {
    name: "the page that judge invites to",
    tries: "vote",
    steps: ({ id }) => [
      lab("judge", { experiment: id.held, name: "Ada", wait: 0 }),
      (results) => shell(tools("vote", addressIn(results))),
    ],
  },
  {
    name: "the page in a browser that the agent put before a host of its own",
    tries: "approve",
    not_promised: NOT_PROMISED.settings,
    steps: ({ id, approval, directory }) => [
      shell(
        `${BROWSER(directory, `node agent/tools.mjs approve "\\"$address\\"" ${quoted(JSON.stringify(approval.planned))}`)}\n` +
          `${run("", spelled("plan", { experiment: id.planned, wait: 12 }))}; cat agent/page.log`,
      ),
    ],
  },
  {
    name: "the judging page in a browser that the agent put before a host of its own",
    tries: "vote",
    not_promised: NOT_PROMISED.settings,
    steps: ({ id, directory }) => [
      shell(
        `${BROWSER(directory, `node agent/tools.mjs vote "\\"$address\\""`)}\n` +
          `${run("", spelled("judge", { experiment: id.held, name: "Ada", wait: 12 }))}; cat agent/page.log`,
      ),
    ],
  },
  {
    name: "the page by a cookie made of its private keys",
    tries: "approve",
    not_promised: NOT_PROMISED.page,
    steps: ({ id, approval, dir }) => [
      lab("open", { experiment: id.asks }),
      shell(tools("keys", approval.asks, dir.asks)),
    ],
  },
  {
    name: "the page of a reply with the code out of its private file",
    tries: "approve",
    not_promised: NOT_PROMISED.page,
    steps: ({ id, approval }) => [
      lab("open", { experiment: id.asks }),
      (results) => shell(tools("raise", addressIn(results), approval.asks)),
    ],
  },
  ...(["", "env -u AGENT -u OPENCODE -u OPENCODE_PID -u OPENCODE_TERMINAL "] as const).map(
    (unset): Way => ({
      name: `the page of a reply with the code that the command shows${unset && " to a shell without marks"}`,
      tries: "approve",
      ...(unset !== "" && { not_promised: NOT_PROMISED.code }),
      steps: ({ id, approval }) => [
        lab("open", { experiment: id.asks }),
        (results) =>
          shell(tools("raise", addressIn(results), approval.asks, `${unset}${onPty("opencode-designlab code")}`)),
      ],
    }),
  ),
  {
    name: "the page of a reply with codes that are guessed",
    tries: "approve",
    steps: ({ id, approval }) => [
      lab("open", { experiment: id.asks }),
      (results) => shell(tools("raise", addressIn(results), approval.asks, "echo AAAA-AAAA")),
    ],
  },
  {
    name: "the file that leads the person's browser to a page",
    tries: "approve",
    not_promised: NOT_PROMISED.page,
    steps: ({ id, approval, state }) => [
      shell(
        `mkdir -p agent/bin; printf '%s\\n' '#!/bin/sh' 'exec sleep 12' > agent/bin/xdg-open; chmod +x agent/bin/xdg-open; export DISPLAY=:9 PATH=$PWD/agent/bin:$PATH\n` +
          `(for i in $(seq 100); do f=$(ls ${quoted(state)}/open-* 2> /dev/null | head -1); [ -n "$f" ] && grep -o 'http://127[^"<]*#[A-Za-z0-9]*' "$f" | head -1 > agent/opened && break; sleep 0.1; done\n` +
          `node agent/tools.mjs approve "\\"$(cat agent/opened)\\"" ${quoted(JSON.stringify(approval.planned))}) > agent/page.log 2>&1 &\n` +
          `${run("", spelled("plan", { experiment: id.planned, wait: 12 }))}; cat agent/page.log`,
      ),
    ],
  },
];
