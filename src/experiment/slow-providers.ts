import type { LedgerLine } from "../artifacts/ledger-line.ts";

/** A provider that took fewer sessions at a time than were asked of it, by what was learned while it was asked. */
export type SlowProvider = { kind: "slow-provider"; provider: string; sessions: number };

/** The providers that slowed a call down, from its lines of the ledger; `sessions` is the least that one took at a time. */
export function slowProviders(lines: readonly LedgerLine[]): SlowProvider[] {
  const least = new Map<string, number>();
  for (const { event, provider, sessions } of lines) {
    if (event !== "limit" || provider === undefined || sessions === undefined) continue;
    least.set(provider, Math.min(sessions, least.get(provider) ?? sessions));
  }
  return [...least].flatMap(([provider, sessions]) => {
    const asked = lines.filter(({ event, model }) => event === "started" && model?.startsWith(`${provider}/`)).length;
    return asked > sessions ? [{ kind: "slow-provider" as const, provider, sessions }] : [];
  });
}
