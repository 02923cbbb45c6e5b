/** One thing that the plan wants and is not there. `begun`: it was started, and nothing tells how it ended. */
export type PendingWork = { what: string; design_id: string; by: string; begun: boolean };
