/** What the text of a message to the desk begins with where a host has nothing else to reach a plugin by. */
export const DESK_MARK = "/designlab-desk ";

/** The id of the desk and of its one method where a host knows such calls. */
export const DESK = { id: "designlab", method: "desk" } as const;
