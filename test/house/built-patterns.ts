/**
 * Prints as JSON every pattern that is put together rather than written, each as [source, flags]: `loaded` while the
 * code is loaded, those of schemas with them, and `used` while every reader of somebody else's words has hostile ones.
 * Those of libraries are theirs. To be run in a process of its own: it takes the place of RegExp, and of what makes a
 * pattern of a text unasked, before anything of the code is loaded.
 */
const built = { loaded: new Map<string, Pattern>(), used: new Map<string, Pattern>() };
type Pattern = [source: string, flags: string];
let phase: keyof typeof built = "loaded";

const record = (source: string, flags: string): void => {
  const lines = new Error().stack?.split("\n") ?? [];
  const caller = lines.find((line) => line.includes("/") && !line.includes(import.meta.file));
  if (caller?.includes("/src/") && !caller.includes("/node_modules/"))
    built[phase].set(`${flags} ${source}`, [source, flags]);
};
const recorded = (pattern: RegExp): RegExp => {
  record(pattern.source, pattern.flags);
  return pattern;
};
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, args: [string, string?]) => recorded(new target(...args)),
  apply: (target, _, args: [string, string?]) => recorded(target(...args)),
});
for (const name of ["match", "matchAll", "search"] as const) {
  const own = String.prototype[name] as (this: string, wanted: unknown) => unknown;
  Object.defineProperty(String.prototype, name, {
    value(this: string, wanted: unknown) {
      if (typeof wanted === "string") record(wanted, name);
      return own.call(this, wanted);
    },
  });
}

const root = `${import.meta.dir}/../..`;
/** What runs in a browser, in the terminal's screen or by itself when it is loaded. */
const ELSEWHERE =
  /src\/(?:views\/html\/live|views\/terminal|host\/screen)\/|src\/views\/html\/(?:judge|study)\/main\.tsx|src\/host\/v[12]\/screen|src\/(?:tui|cli)\.ts|write-schema/;
for (const file of new Bun.Glob("src/**/*.{ts,tsx}").scanSync(root))
  if (!ELSEWHERE.test(file) && !file.endsWith(".d.ts")) ofSchemas(await import(`${root}/${file}`));

phase = "used";
const { SCANS } = await import("../support/scans.ts");
const { UNITS } = await import("../support/growth.ts");
for (const unit of [...UNITS, "(a+)+", "[z-a]", "\\", "^$", "?)"])
  for (const scan of Object.values(SCANS)) scan(unit.repeat(8));

/** The patterns in the schemas among a module's exports, which their checks make into patterns. */
function ofSchemas(value: unknown, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const { type, pattern, patternProperties } = value as Record<string, unknown>;
  if (type === "string" && typeof pattern === "string") built.loaded.set(pattern, [pattern, ""]);
  for (const source of Object.keys(patternProperties ?? {})) built.loaded.set(source, [source, ""]);
  for (const inner of Object.values(value)) ofSchemas(inner, seen);
}

console.log(JSON.stringify(Object.fromEntries(Object.entries(built).map(([when, all]) => [when, [...all.values()]]))));

export {};
