import { stringOf } from "./json-tests.ts";
import { createOutcomes, type Outcomes } from "./outcomes.ts";

type Line = Readonly<Record<string, unknown>>;

/** Whether a line is one of `go test -json`. */
export function isGoLine({ Action, Package, ImportPath }: Line): boolean {
  return typeof Action === "string" && (typeof Package === "string" || typeof ImportPath === "string");
}

/**
 * Lines of `go test -json`. A test fails by itself: not because a test within it does, nor does its package. A package
 * that fails without one does not compile, or broke off; several that one build made fail are one. Null where a package
 * has not ended: the run is still on, or was stopped.
 */
export function readGo(lines: readonly Line[]): Outcomes | null {
  const outcomes = createOutcomes("go");
  const ended = new Map<string, Map<string, boolean>>();
  const packages = new Map<string, "failed" | "over" | "open">();
  /** By what did not build, or by the package itself. */
  const broken = new Map<string, string>();
  for (const line of lines) {
    const of = stringOf(line.Package);
    const action = stringOf(line.Action);
    if (action === "build-fail") broken.set(stringOf(line.ImportPath), stringOf(line.ImportPath));
    if (of === "") continue;
    if (typeof line.Test === "string" && line.Test !== "") {
      if (action === "run" && !packages.has(of)) packages.set(of, "open");
      if (action !== "pass" && action !== "fail") continue;
      const tests = ended.get(of) ?? new Map<string, boolean>();
      ended.set(of, tests.set(line.Test, action === "fail"));
    } else if (action === "pass" || action === "skip") packages.set(of, "over");
    else if (action === "fail") {
      packages.set(of, "failed");
      const build = stringOf(line.FailedBuild);
      if (build !== "") broken.set(build, build);
    } else if (!packages.has(of)) packages.set(of, "open");
  }
  if ([...packages.values()].includes("open")) return null;
  const explained = new Set<string>();
  for (const line of lines) if (stringOf(line.FailedBuild) !== "") explained.add(stringOf(line.Package));
  for (const [of, tests] of ended) for (const each of ownOf(tests)) outcomes.add({ ...each, path: [of, each.name] });
  for (const build of broken.values()) outcomes.add({ path: [build], failed: true });
  for (const [of, state] of packages) {
    const fails = [...(ended.get(of)?.values() ?? [])].includes(true);
    if (state === "failed" && !fails && !explained.has(of)) outcomes.add({ path: [of], failed: true });
  }
  return packages.size > 0 || broken.size > 0 ? outcomes.done() : null;
}

/** Tests that have no other within them that ended as they did. */
function ownOf(tests: ReadonlyMap<string, boolean>): { name: string; failed: boolean }[] {
  const parents = new Set<string>();
  for (const [name, failed] of tests) {
    for (let at = name.lastIndexOf("/"); at > 0; at = name.lastIndexOf("/", at - 1))
      parents.add(`${failed}:${name.slice(0, at)}`);
  }
  return [...tests].flatMap(([name, failed]) => {
    const inner = parents.has(`${failed}:${name}`) || (!failed && parents.has(`true:${name}`));
    return inner ? [] : [{ name, failed }];
  });
}
