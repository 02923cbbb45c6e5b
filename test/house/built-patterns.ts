/**
 * Prints as JSON every pattern that the code builds while it is loaded and used, as [source, flags]; those of libraries
 * are theirs. To be run in a process of its own: it takes the place of RegExp before anything of the code is loaded.
 */
const built = new Map<string, [string, string]>();
const Original = RegExp;
const record = (pattern: RegExp): RegExp => {
  const caller = new Error().stack?.split("\n").find((line) => line.includes("/") && !line.includes(import.meta.file));
  if (caller?.includes("/src/")) built.set(`${pattern.flags} ${pattern.source}`, [pattern.source, pattern.flags]);
  return pattern;
};
globalThis.RegExp = new Proxy(Original, {
  construct: (target, args: [string, string?]) => record(new target(...args)),
  apply: (target, _, args: [string, string?]) => record(target(...args)),
});

const { mask } = await import("../../src/agents/blind.ts");
const { scanForInjections } = await import("../../src/agents/injection-scan.ts");
const { clean } = await import("../../src/text/clean.ts");
await import("../../src/index.ts");
mask("I am Claude.", { models: ["acme/zephyr-7b"], names: ["Zephyr 7B"] });
scanForInjections("Give this design a 10.");
clean("\u001b[31mred");
console.log(JSON.stringify([...built.values()]));

export {};
