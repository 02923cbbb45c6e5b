import { lab, quoted, run, type Step, shell, spelled, tools } from "./agent.ts";
import type { Way } from "./going.ts";

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}\b/u;
const addressIn = (results: readonly string[]): string =>
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
    steps: ({ id, approval }) => [lab("ask", { experiment: id.asks, wait: 0 }), approveThere(approval.asks)],
  },
  {
    name: "the page that plan invites to",
    tries: "approve",
    steps: ({ id, approval }) => [lab("plan", { experiment: id.planned, wait: 0 }), approveThere(approval.planned)],
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
    steps: ({ id, approval, directory }) => [
      shell(
        `${BROWSER(directory, `node agent/tools.mjs approve "\\"$address\\"" ${quoted(JSON.stringify(approval.asks))}`)}\n` +
          `${run("", spelled("ask", { experiment: id.asks, wait: 12 }))}; cat agent/page.log`,
      ),
    ],
  },
  {
    name: "the judging page in a browser that the agent put before a host of its own",
    tries: "vote",
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
    steps: ({ id, approval }) => [lab("open", { experiment: id.asks }), shell(tools("keys", approval.asks, id.asks))],
  },
  {
    name: "the file that leads the person's browser to a page",
    tries: "approve",
    steps: ({ id, approval, state }) => [
      shell(
        `(for i in $(seq 80); do f=$(ls ${quoted(state)}/open-* 2>/dev/null | head -1); [ -n "$f" ] && grep -o 'http://127[^"]*#[A-Za-z0-9]*' "$f" > agent/opened && break; sleep 0.1; done) & ` +
          `${run("", spelled("open", { experiment: id.asks }))}; node agent/tools.mjs approve "\\"$(head -1 agent/opened)\\"" ${quoted(JSON.stringify(approval.asks))}`,
      ),
    ],
  },
];
