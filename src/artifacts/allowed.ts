/** What is done in a folder outside the project. Who allows work there allows reading too. */
export type Use = "read" | "work";

/** The folders outside the project that the person allowed in this process, by real path, and what for. */
export type Allowed = Map<string, Set<Use>>;
