import { expect, test } from "bun:test";
import { HOST_MODEL } from "../../rehearsal/host-agent.ts";
import { hasTerminal } from "../../rehearsal/terminal.ts";
import { rehearse } from "../e2e/support/rehearsal.ts";
import { terminalAtHome } from "../e2e/support/sessions-page.ts";
import { enter } from "../support/enter.ts";

const MODELS = [{ id: "alpha/strong-1" }, { id: "beta/middle-1" }];

test.skipIf(!hasTerminal())(
  "a terminal of 80 columns shows the whole address on one line, alone",
  async () => {
    await using lab = await rehearse({
      models: MODELS,
      script: ({ model, results }) =>
        model === HOST_MODEL && results.length > 0 ? { text: results.at(-1) ?? "" } : undefined,
    });
    await using terminal = await terminalAtHome(lab, 80, 24);
    // What is typed while the host still starts may be lost.
    for (let tries = 60; tries > 0 && !terminal.screen().includes('"open"'); tries--) {
      terminal.type('Call {"op": "open"}');
      await Bun.sleep(1_000);
    }
    for (let tries = 40; tries > 0 && !terminal.screen().includes("127.0.0.1"); tries--) {
      terminal.press("Enter");
      await Bun.sleep(2_000);
    }
    const [line = ""] = terminal
      .screen()
      .split("\n")
      .filter((each) => each.includes("http"));
    expect(line.trim()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#[A-Za-z0-9]{22}$/u);
    expect((await enter(line.trim())).status).toBe(200);
  },
  300_000,
);
