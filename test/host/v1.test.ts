import { expect, test } from "bun:test";
import type { PluginInput } from "@opencode-ai/plugin";
import { NO_TOKENS } from "../../src/artifacts/no-tokens.ts";
import { hostAgentOf } from "../../src/artifacts/stages/stages.ts";
import { hostV1 } from "../../src/host/v1/adapter.ts";
import { type Host, HostFailure } from "../../src/session/host.ts";
import { aCaller } from "../support/scripted-host.ts";

/** A client of which every operation does this. */
function clientThat(operation: (...given: unknown[]) => Promise<unknown>): PluginInput["client"] {
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

test("prompt() asks as the role and the model that its session was made with", async () => {
  const asked: unknown[] = [];
  const client = clientThat(async (...given: unknown[]) => {
    asked.push(...given);
    return { data: { id: "ses_1", info: { role: "assistant", tokens: NO_TOKENS }, parts: [] } };
  });
  const host = hostV1(client, "/project");
  await host.createSession({ caller: aCaller(), title: "t", role: "designer", model: "p/m/1", tools: [] });
  await host.prompt({ sessionID: "ses_1", text: "hello" }).catch(() => undefined);
  const body = { agent: hostAgentOf("designer"), model: { providerID: "p", modelID: "m/1" } };
  expect(asked.at(-1)).toMatchObject({ path: { id: "ses_1" }, body });
});

test.each([
  ["what the host calls so", { message: "no", isRetryable: true }, true],
  ["a server's fault", { message: "no", statusCode: 500 }, true],
  ["a fault of the request", { message: "no", statusCode: 499, isRetryable: false }, false],
  ["what says nothing", null, false],
])("prompt() tells whether an error may be tried again: %s", async (_, data, retryable) => {
  const info = { role: "assistant", tokens: NO_TOKENS, cost: 0, error: { name: "APIError", data } };
  const host = hostV1(
    clientThat(async () => ({ data: { id: "ses_1", info, parts: [] } })),
    "/project",
  );
  await host.createSession({ caller: aCaller(), title: "t", role: "designer", model: "p/m", tools: [] });
  const { error } = await host.prompt({ sessionID: "ses_1", text: "hello" });
  const status = data !== null && "statusCode" in data ? data.statusCode : null;
  expect(error).toEqual({ kind: null, message: data?.message ?? "APIError", status, retryable });
});

test("models() names what can be asked, with what is known of it", async () => {
  const kinds = { text: true, audio: false, image: false, video: false, pdf: false };
  const capabilities = { temperature: true, toolcall: true, input: { ...kinds, image: true }, output: kinds };
  const limit = { context: 9, output: 0 };
  const data = {
    providers: [
      {
        id: "p",
        name: "Pee",
        options: {},
        models: {
          m: {
            name: "Em",
            family: "ems",
            release_date: "1970-01-02",
            capabilities,
            cost: { input: 1, output: 2 },
            limit,
          },
          picture: { name: "Picture", capabilities: { ...capabilities, output: { ...kinds, image: true } }, limit },
          vector: { name: "Vector", capabilities: { ...capabilities, toolcall: false }, limit },
        },
      },
      {
        id: "own",
        options: { apiKey: "public" },
        models: { free: { family: "", release_date: "", capabilities, limit } },
      },
    ],
    default: { p: "m" },
  };
  const [em, ...others] = await hostV1(
    clientThat(async () => ({ data })),
    "/project",
  ).models();
  expect(em).toEqual({
    id: "p/m",
    provider: "p",
    names: ["Em", "Pee"],
    sampling: true,
    context_limit: 9,
    output_limit: null,
    price: { input: 1, output: 2 },
    default: true,
    hosts_own: false,
    writes_text: true,
    family: "ems",
    released: 86_400_000,
  });
  expect(others.map(({ id, writes_text, hosts_own }) => [id, writes_text, hosts_own])).toEqual([
    ["p/picture", false, false],
    ["p/vector", false, false],
    ["own/free", true, true],
  ]);
  expect(others.at(-1)).toMatchObject({ family: null, released: null, price: null, default: false });
});

test("a price of 0 is known for a model that the user configured with it, and unknown for every other", async () => {
  const kinds = { text: true };
  const model = {
    capabilities: { temperature: true, toolcall: true, input: kinds, output: kinds },
    cost: { input: 0, output: 0 },
    limit: { context: 0, output: 0 },
  };
  const models = { zero: model, none: model };
  const cost = { input: 0, output: 0 };
  const data = {
    providers: ["local", "listed"].map((id) => ({ id, options: {}, models })),
    default: {},
    provider: { local: { models: { zero: { cost }, none: {} } }, other: {} },
  };
  const offered = await hostV1(
    clientThat(async () => ({ data })),
    "/project",
  ).models();
  expect(offered.map(({ id, price }) => [id, price])).toEqual([
    ["local/zero", cost],
    ["local/none", null],
    ["listed/zero", null],
    ["listed/none", null],
  ]);
});
