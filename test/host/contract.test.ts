import { beforeAll, describe } from "bun:test";
import { contractClaims } from "../support/contract-claims.ts";
import { CONTRACT_MODELS, NO_MODEL, type Observed, observe } from "../support/host-contract.ts";
import { aCaller, never, scriptedHost } from "../support/scripted-host.ts";

let observed: Observed;

beforeAll(async () => {
  let asked = 0;
  const host = scriptedHost(
    Object.values(CONTRACT_MODELS).map((id) => ({ id })),
    (_asked, { model, text }) => {
      const failed = (status: number) => ({ error: { kind: null, message: "no", status, retryable: false } });
      switch (model) {
        case CONTRACT_MODELS.silent:
          return never();
        case CONTRACT_MODELS.unauthorized:
          return failed(401);
        case CONTRACT_MODELS.missing:
        case NO_MODEL:
          return failed(404);
        case CONTRACT_MODELS.cut:
          return { text: "cut", finish: "length" };
        case CONTRACT_MODELS.filtered:
          return { text: "", finish: "content-filter" };
        default:
          asked++;
          return `Answer to: ${text}`;
      }
    },
  );
  host.usage = async () => ({
    tokens: { input: 100 * asked, output: 10, reasoning: 0, cache_read: 0, cache_write: 0 },
    cost: 0.01,
  });
  observed = await observe(host, new Map(), aCaller());
});

describe("the scripted host", () => contractClaims(() => observed));
