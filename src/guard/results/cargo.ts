import { asObject, stringOf } from "./json-tests.ts";
import { createOutcomes, type Outcomes } from "./outcomes.ts";

type Line = Readonly<Record<string, unknown>>;

/** Whether a line is cargo's, or one of the test programs that it starts. */
export function isCargoLine({ reason, type, event }: Line): boolean {
  return CARGO_REASONS.has(reason) || ((type === "suite" || type === "test") && typeof event === "string");
}

const CARGO_REASONS: ReadonlySet<unknown> = new Set([
  "compiler-artifact",
  "compiler-message",
  "build-script-executed",
  "build-finished",
]);

/**
 * Lines of `cargo test --message-format=json -- --format json`, and of its test programs alone. What does not compile is
 * one, by its first error. Null where a build or a suite has not ended, or where nothing was tested.
 */
export function readCargo(lines: readonly Line[]): Outcomes | null {
  const outcomes = createOutcomes("cargo");
  let error: { name: string; file: string | null } | null = null;
  let built: boolean | null = null;
  let open = 0;
  let suites = 0;
  let before = 0;
  for (const line of lines) {
    const event = stringOf(line.event);
    if (line.reason === "build-finished") built = line.success === true;
    else if (line.reason === "compiler-message") error ??= errorOf(line);
    else if (line.type === "suite" && event === "started") {
      open++;
      suites++;
      before = outcomes.failed();
    } else if (line.type === "suite" && (event === "ok" || event === "failed")) {
      open--;
      if (event === "failed" && outcomes.failed() === before)
        outcomes.add({ path: ["suite"], failed: true, alike: true });
    } else if (line.type === "test" && (event === "ok" || event === "failed"))
      outcomes.add({ path: [stringOf(line.name)], failed: event === "failed", alike: true });
  }
  if (built === false) {
    outcomes.add({ path: [error?.name ?? "build"], file: error?.file ?? null, failed: true, alike: true });
    return outcomes.done();
  }
  return suites > 0 && open === 0 ? outcomes.done() : null;
}

/** What a message says of an error, with the target that it stands in; null for a warning. */
function errorOf(line: Line): { name: string; file: string | null } | null {
  const message = asObject(line.message);
  if (message?.level !== "error") return null;
  const spans = Array.isArray(message.spans) ? message.spans.map(asObject) : [];
  const span = spans.find((each) => each?.is_primary === true) ?? spans[0];
  const target = stringOf(asObject(line.target)?.name);
  return {
    name: [target, stringOf(message.message)].filter(Boolean).join(": "),
    file: stringOf(span?.file_name) || null,
  };
}
