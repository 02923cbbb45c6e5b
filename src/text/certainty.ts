/** From this probability on, a design is called better without "probably"; the assumptions are not surer than that. */
export const SURE = 0.95;

/** From this probability on, one of three designs or more is told apart from another, and the best of all is named. */
export const TOLD_APART = 0.8;
/** The same with two designs, of which a bound of q names one in 2·(1 − q) of the panels that see no difference. */
export const TOLD_APART_OF_TWO = 0.85;
/** Every bound that any ranking uses. */
export const BOUNDS_OF_CERTAINTY = [TOLD_APART, TOLD_APART_OF_TWO, SURE] as const;

/** From this P(best) on a design that the first reviewers have judged is judged by all. */
export const LIKELY = 0.1;
