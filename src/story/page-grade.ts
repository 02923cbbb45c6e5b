/**
 * Who could read the address that opened a page: the person's own browser or screen alone, or whoever reads a reply, as an
 * agent does.
 */
export type Grade = "person" | "shown";

/** What a page that is not the person's alone says wherever only a person may act. */
export const SHOWN_TO_AGENTS = "This page was opened by an address that an agent could read.";

/** How such a page becomes the person's own. */
export const MAKE_IT_YOURS = "The code that a screen of yours shows makes it your own.";

/** What shows that code, each a line that is typed. */
export const CODE_LINES = { screen: "/lab-code", command: "opencode-designlab code" } as const;
