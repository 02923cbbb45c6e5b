/** One thing that doctor looked at. `remedy`: what to do, empty where nothing is wrong. */
export type Check = { what: string; state: "ok" | "warning" | "problem"; found: string; remedy: string };
