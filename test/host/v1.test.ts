import { expect, test } from "bun:test";
import type { PluginInput } from "@opencode-ai/plugin";
import { HostFailure } from "../../src/host/failure.ts";
import type { Host } from "../../src/host/host.ts";
import { hostV1 } from "../../src/host/v1.ts";
import { aCaller } from "../support/scripted-host.ts";

/** A client of which every operation does this. */
function clientThat(operation: () => Promise<unknown>): PluginInput["client"] {
  const operations = new Proxy({}, { get: () => operation });
  return new Proxy({}, { get: () => operations }) as PluginInput["client"];
}

const USES: readonly [name: string, use: (host: Host) => Promise<unknown>][] = [
  ["models()", (host) => host.models()],
  [
    "createSession()",
    (host) => host.createSession({ caller: aCaller(), title: "t", role: "topic", model: "p/m", tools: [] }),
  ],
  ["prompt()", (host) => host.prompt({ sessionID: "ses_1", text: "hello" })],
  ["usage()", (host) => host.usage("ses_1")],
];
const WRONGS: readonly [what: string, operation: () => Promise<unknown>][] = [
  ["a connection that fails", () => Promise.reject(new TypeError("fetch failed"))],
  ["an error", async () => ({ error: { data: { message: "UnknownError" } } })],
  ["an answer of another shape", async () => ({ data: { nothing: "of the kind" } })],
  ["nothing at all", async () => undefined],
];

for (const [name, use] of USES) {
  for (const [what, operation] of WRONGS) {
    test(`${name} throws a HostFailure for ${what}`, async () => {
      const error = await use(hostV1(clientThat(operation), "/project")).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(HostFailure);
      expect((error as HostFailure).message).toStartWith("OpenCode could not ");
    });
  }
}
