import { expect, test } from "bun:test";
import { CONTRACT_MODELS, type Observed } from "./host-contract.ts";

/** What every host must be found to do; the tests of one contract over the scripted host and the real ones. */
export function contractClaims(observed: () => Observed): void {
  test("lists the models of every provider with price and limit", () => {
    const good = observed().models.find(({ id }) => id === CONTRACT_MODELS.good);
    expect(good).toEqual({ id: "good/m", provider: "good", priced: true, limited: true });
    expect(observed().models.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(CONTRACT_MODELS)));
  });

  test("makes a session of its own for each question", () => {
    const { sessions } = observed();
    expect(sessions.every((id) => id !== "")).toBe(true);
    expect(new Set(sessions).size).toBe(sessions.length);
  });

  test("answers each prompt of a session with its own turn alone", () => {
    const { first, second } = observed();
    expect(first).toMatchObject({ text: "Answer to: First question", finish: "stop", error: null });
    expect(second).toMatchObject({ text: "Answer to: Second question", finish: "stop", error: null });
  });

  test("sums up what a session used, and what it cost", () => {
    const [once = 0, twice = 0] = observed().usage.input;
    expect(once).toBeGreaterThan(0);
    expect(twice).toBeGreaterThan(once);
    expect(observed().usage.paid).toBe(true);
  });

  test("tells the failures of a provider apart, and holds none of these to be worth another try", () => {
    const { unauthorized, missing, cut, filtered } = observed().failures;
    expect([unauthorized?.status, missing?.status]).toEqual([401, 404]);
    expect([unauthorized?.retryable, missing?.retryable]).toEqual([false, false]);
    expect(cut?.finish).toBe("length");
    expect([filtered?.finish, filtered?.kind]).toContain(filtered?.kind === null ? "content-filter" : "content_filter");
  });

  test("fails for a model that no provider offers", () => {
    expect(observed().unknown).toBe("fails");
  });

  test("ends a prompt that is aborted, without a text", () => {
    expect(observed().aborted_text).toBe("");
  });
}
