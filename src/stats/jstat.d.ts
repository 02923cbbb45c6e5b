/** The part of jstat that is used here; the package has no types of its own. */
declare module "jstat" {
  type Distribution<P extends readonly number[]> = {
    /** The probability of a value up to x. */
    cdf(x: number, ...parameters: P): number;
    /** The value up to which the probability is p. */
    inv(p: number, ...parameters: P): number;
  };
  export const normal: Distribution<[mean: number, deviation: number]> & {
    /** The density at x. */
    pdf(x: number, mean: number, deviation: number): number;
  };
  export const studentt: Distribution<[freedom: number]>;
  export const chisquare: Distribution<[freedom: number]>;
}
