/** What is said wherever a score is shown that the ranking leaves out, for its model wrote the design. */
export const NOT_COUNTED = "not counted: its own design";
