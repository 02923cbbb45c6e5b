/**
 * Every role that the lab gives a model, and all that follows from the role alone. The host's configuration, the
 * limits of a child session, the agents' tools, the estimate and the forecast are made from this table.
 */
type RoleFacts = {
  /** Names of the host's tools that a session of the role may be given. */
  tools: readonly string[];
  /** Turns before the host makes the session answer. */
  steps: number;
  /** Requests to the provider that one question may take, all its sessions, turns and repairs together. */
  max_requests: number;
  /** What a session usually takes, before any was seen: turns, tokens of the answer, seconds. */
  typical: { turns: number; output: number; seconds: number };
  /** The section of the configuration that the sampling numbers come from. */
  sampling: "design" | "review";
};

/**
 * A designer that reads the project sends its prompt again with every turn; an evaluator reads a design of about 5,000
 * tokens, which is in its prompt already.
 */
export const ROLES = {
  topic: {
    tools: [],
    steps: 2,
    max_requests: 20,
    typical: { turns: 1, output: 200, seconds: 5 },
    sampling: "review",
  },
  designer: {
    tools: ["read", "grep", "glob"],
    steps: 40,
    max_requests: 60,
    typical: { turns: 3, output: 6_000, seconds: 120 },
    sampling: "design",
  },
  opener: {
    tools: [],
    steps: 2,
    max_requests: 20,
    typical: { turns: 1, output: 800, seconds: 8 },
    sampling: "review",
  },
  asker: {
    tools: ["read", "grep", "glob"],
    steps: 20,
    max_requests: 40,
    typical: { turns: 3, output: 1_500, seconds: 30 },
    sampling: "review",
  },
  briefer: {
    tools: [],
    steps: 2,
    max_requests: 20,
    typical: { turns: 1, output: 3_000, seconds: 45 },
    sampling: "review",
  },
  planner: {
    tools: ["read", "grep", "glob"],
    steps: 40,
    max_requests: 60,
    typical: { turns: 4, output: 9_000, seconds: 150 },
    sampling: "design",
  },
  evaluator: {
    tools: [],
    steps: 2,
    max_requests: 20,
    typical: { turns: 1, output: 2_500, seconds: 45 },
    sampling: "review",
  },
} as const satisfies Record<string, RoleFacts>;

export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as readonly Role[];

/** What the host calls the agent of a role. */
export function hostAgentOf(role: Role): string {
  return `designlab-${role}`;
}
