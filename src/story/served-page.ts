/** Which page a server shows; what is said of it at its door and where its server is gone. */
export type ServedPage = "open" | "judge";

/** The line that opens it anew. */
export const lineOf = (page: ServedPage): string => `/design-lab ${page}`;

export const SILENT = "The OpenCode that shows this page does not answer.";
export const SHUT = "This page is shut: its key is no longer good.";
export const ANEW = "it opens the page anew.";

const OPENED_BY = {
  open: ["The page of a project", "every page of this project that was opened so far"],
  judge: ["The page on which you judge", "every page that was opened for this person so far"],
} as const;

/** What became of an invitation that let nobody in: what is so, and why. */
export function notEntered(
  page: ServedPage,
  outcome: "none" | "used" | "unknown" | "lost",
): readonly [is: string, why: string] {
  const [name, others] = OPENED_BY[page];
  const said = {
    none: [
      "This address opens nothing by itself",
      `${name} is opened by an address that the design lab gives out, once for each time.`,
    ],
    used: [
      "This address was used before",
      `It opens the page once. Somebody may have seen it and come first, so ${others} is shut.`,
    ],
    unknown: [
      "This address is no longer good",
      "It opens the page once, for 10 minutes, and while the OpenCode that gave it runs.",
    ],
    lost: [
      "The design lab does not answer",
      "The OpenCode that gave this address has ended, or stopped showing pages.",
    ],
  } as const;
  return said[outcome];
}
