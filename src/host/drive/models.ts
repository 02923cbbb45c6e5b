import { setTimeout } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BOUNDS, exceededBound } from "../../artifacts/bounds.ts";
import type { AvailableModel } from "../../artifacts/model.ts";
import { LabError } from "../../errors.ts";
import { availableV1, hasPrice } from "../v1/adapter.ts";
import { availableV2 } from "../v2/adapter.ts";
import { requestTo, type ServerAddress } from "./request.ts";

/** A host of the second generation knows its models some time after it began to answer, milliseconds. */
const KNOWS_WITHIN = 20_000;
const AGAIN = 250;

const Kinds = Type.Record(Type.String(), Type.Boolean());
const Price = Type.Object({ input: Type.Number(), output: Type.Number() });
const Limit = Type.Object({ context: Type.Number(), output: Type.Number() });
const Settings = Type.Optional(Type.Object({ apiKey: Type.Optional(Type.Unknown()) }));

const Model1 = Type.Object({
  name: Type.Optional(Type.String()),
  release_date: Type.Optional(Type.String()),
  family: Type.Optional(Type.String()),
  capabilities: Type.Object({ temperature: Type.Boolean(), toolcall: Type.Boolean(), input: Kinds, output: Kinds }),
  cost: Type.Optional(Price),
  limit: Limit,
});
const Offered1 = Type.Object({
  providers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.Optional(Type.String()),
      options: Settings,
      models: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
  default: Type.Record(Type.String(), Type.String()),
});
const Config1 = Type.Object({
  provider: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        models: Type.Optional(Type.Record(Type.String(), Type.Object({ cost: Type.Optional(Type.Unknown()) }))),
      }),
    ),
  ),
});

const Words = Type.Array(Type.String());
const Model2 = Type.Object({
  id: Type.String(),
  providerID: Type.String(),
  name: Type.String(),
  family: Type.Optional(Type.String()),
  enabled: Type.Boolean(),
  status: Type.Optional(Type.String()),
  time: Type.Object({ released: Type.Number() }),
  capabilities: Type.Object({ tools: Type.Boolean(), input: Words, output: Words }),
  cost: Type.Array(Price),
  limit: Limit,
});
const Models2 = Type.Object({ data: Type.Array(Type.Unknown()) });
const Providers2 = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      integrationID: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      settings: Settings,
    }),
  ),
});

/**
 * The models that a host offers in a folder, as its plugin would be told of them; which of them a provider has for its own
 * default is not known of all. One that says less of itself than the lab needs is passed over. Throws LabError where the
 * answer cannot be read.
 */
export async function modelsAt(address: ServerAddress, signal: AbortSignal): Promise<AvailableModel[]> {
  const ask = requestTo(address);
  if (address.generation === 1) {
    const { providers, default: defaults } = readAs(Offered1, await ask("GET", "/config/providers", signal));
    const config = readAs(Config1, await ask("GET", "/config", signal));
    return providers.flatMap((provider) =>
      Object.entries(provider.models).flatMap(([key, model]) => {
        if (!Value.Check(Model1, model)) return [];
        const isDefault = defaults[provider.id] === key;
        return [availableV1(provider, key, model, { isDefault, isPriced: hasPrice(config, provider.id, key) })];
      }),
    );
  }
  for (const until = Date.now() + KNOWS_WITHIN; ; ) {
    const models = readAs(Models2, await ask("GET", "/api/model", signal)).data;
    const providers = readAs(Providers2, await ask("GET", "/api/provider", signal)).data;
    const known = new Map(providers.map((each) => [each.id, each]));
    if (models.length > 0 || Date.now() > until)
      return models
        .filter((each) => Value.Check(Model2, each))
        .filter(({ enabled, status }) => enabled && status !== "deprecated")
        .map((each) => ({ ...availableV2(each, known.get(each.providerID)), default: false }));
    await setTimeout(AGAIN, undefined, { signal });
  }
}

function readAs<S extends typeof Offered1 | typeof Config1 | typeof Models2 | typeof Providers2>(
  schema: S,
  value: unknown,
): S["static"] {
  if (exceededBound(value, BOUNDS.desk) === null && Value.Check(schema, value)) return value;
  throw new LabError(
    "Cannot read which models OpenCode offers there: what it answered is not what this version knows.",
  );
}
