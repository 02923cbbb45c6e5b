/** Characters of a reason, and of what is said of how it turned out. */
export const MAX_BECAUSE = 4_000;
/** Characters of a person's name. */
export const MAX_NAME = 80;
