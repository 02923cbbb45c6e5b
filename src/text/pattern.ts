/**
 * A pattern from pieces of our own; of several it matches any. Nothing else puts a pattern together while the code
 * runs: made of what a model or a person wrote, it could be one that goes back and forth, and there the host's only
 * thread would stay. What is to be found in such words is looked for without one.
 */
export function patternOf(sources: string | readonly string[], flags: string): RegExp {
  return new RegExp(typeof sources === "string" ? sources : sources.join("|"), flags);
}
