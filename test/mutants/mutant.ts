/** One mistake that somebody could make in the code, and the tests that must notice it. */
export type Mutant = {
  /** What the mistake is, in a few words. */
  name: string;
  /** The file that it is made in, from the project's root. */
  file: string;
  /** Exact text that stands once in that file, and what stands there after the mistake. */
  find: string;
  replace: string;
  /** Paths of tests of which one at least must fail. */
  tests: readonly string[];
  /** Why no test can see it, for a mistake that changes nothing that anybody could notice. */
  survives?: string;
};
