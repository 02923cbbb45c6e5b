/** The part of d3-dsv that is used here; the package has no types of its own. */
declare module "d3-dsv" {
  export function csvParseRows(text: string): string[][];
}
