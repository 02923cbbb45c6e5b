import type { Mutant } from "./mutant.ts";

const CHOICE = ["test/config/default-models.test.ts"];

/** Who is asked where nobody named anyone. */
export const CHOOSING: readonly Mutant[] = [
  {
    name: "the host's own models are chosen beside the person's",
    file: "src/config/default-models.ts",
    find: "const models = writers(own.length > 0 ? own : sound);",
    replace: "const models = writers(sound);",
    tests: CHOICE,
  },
  {
    name: "one more reviewer may be the host's own",
    file: "src/config/default-models.ts",
    find: "return nextModel(writers(available.filter(({ hosts_own }) => !hosts_own)), chosen);",
    replace: "return nextModel(writers(available), chosen);",
    tests: CHOICE,
  },
  {
    name: "what draws or embeds is chosen as what writes",
    file: "src/config/default-models.ts",
    find: "return writing.length > 0 ? writing : models;",
    replace: "return models;",
    tests: CHOICE,
  },
  {
    name: "a dearer model is chosen before one that is not",
    file: "src/config/default-models.ts",
    find: "price > dearest ? 1 : 0,",
    replace: "0,",
    tests: CHOICE,
  },
  {
    name: "one model under two names counts as two",
    file: "src/config/default-models.ts",
    find: "chosen.some((each) => isSame(each, model)) ? 1 : 0,",
    replace: "0,",
    tests: CHOICE,
  },
  {
    name: "without a default the dearest is taken",
    file: "src/config/default-models.ts",
    find: "[(prices.length - 1) >> 1]",
    replace: "[prices.length - 1]",
    tests: CHOICE,
  },
  {
    name: "a model that answers with more than text writes text",
    file: "src/host/writes-text.ts",
    find: 'output.every((kind) => kind === "text")',
    replace: 'output.includes("text")',
    tests: ["test/host/v1.test.ts"],
  },
  {
    name: "a model without tools writes text",
    file: "src/host/writes-text.ts",
    find: "return tools && ",
    replace: "return ",
    tests: ["test/host/v1.test.ts", "test/host/v2.test.ts"],
  },
  {
    name: "nothing is said of the host's own models",
    file: "src/config/models.ts",
    find: "hosts_own && asked.includes(id)",
    replace: "hosts_own && !asked.includes(id)",
    tests: ["test/config/models.test.ts"],
  },
  {
    name: "what is named is taken for chosen by nobody",
    file: "src/asking/forecast.ts",
    find: "filter((id) => !named.includes(id))",
    replace: "filter(() => true)",
    tests: ["test/asking/forecast.test.ts"],
  },
];
