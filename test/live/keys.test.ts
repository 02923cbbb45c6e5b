import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createInvitations, LIFE } from "../../src/live/invitations.ts";
import { keysOf, newKept, newSecret, proofOf } from "../../src/live/keys.ts";

const KEPT = { version: 1 as const, port: 0, path: "p".repeat(22), secret: "s".repeat(32) };

test("new keys are long, fit what is read back, and are no two the same", () => {
  const [one, other] = [newKept(), newKept()];
  expect(one).toMatchObject({ version: 1, port: 0 });
  expect(one.path).toMatch(/^[\w-]{22}$/u);
  expect(one.secret).toMatch(/^[\w-]{32}$/u);
  expect(one.path).not.toBe(other.path);
  expect(one.secret).not.toBe(other.secret);
  expect(newSecret()).toHaveLength(32);
});

test("keys of one port open no other, and cookie, proof and secret are told by none of each other", () => {
  const [one, other] = [keysOf(KEPT, "127.0.0.1:4100"), keysOf(KEPT, "127.0.0.1:4101")];
  const made = (what: string) => createHmac("sha256", KEPT.secret).update(`${what}127.0.0.1:4100`).digest("hex");
  expect(one).toEqual({
    path: KEPT.path,
    cookie: { name: "designlab-4100", value: made("cookie") },
    proof: made("proof"),
  });
  expect(other.cookie.name).toBe("designlab-4101");
  expect(new Set([one.cookie.value, other.cookie.value, one.proof, other.proof]).size).toBe(4);
  const proof = createHmac("sha256", Buffer.from(one.proof, "hex")).update("12").digest("hex");
  expect(proofOf(one, "12")).toBe(proof);
});

test("keys of a room open no other room, and tell nothing of the server's own", () => {
  const [all, one, other] = ["", "a", "b"].map((room) => keysOf(KEPT, "127.0.0.1:4100", room));
  const told = [all, one, other].flatMap((keys) => [keys?.path, keys?.cookie.value, keys?.proof]);
  expect(new Set(told).size).toBe(9);
  expect(one?.path).toMatch(/^[\w-]{43}$/u);
  expect(keysOf(KEPT, "127.0.0.1:4100", "a")).toEqual(one as NonNullable<typeof one>);
});

test("a code leads once to its place, is known as used after that, and none is good after the end", async () => {
  const invitations = createInvitations<string>();
  const [one, other] = [invitations.issue("/a"), invitations.issue("/b")];
  expect(one.code).toMatch(/^[0-9A-Za-z]{22}$/u);
  expect(one.code).not.toBe(other.code);
  expect(invitations.open()).toBe(2);
  expect(invitations.take(one.code)).toEqual({ state: "good", to: "/a" });
  expect(await one.used).toBe(true);
  expect(invitations.take(one.code)).toEqual({ state: "used", to: "/a" });
  expect(invitations.take("no such")).toEqual({ state: "unknown" });
  expect(invitations.open()).toBe(1);
  invitations.end();
  expect(await other.used).toBe(false);
  expect(invitations.take(other.code)).toEqual({ state: "unknown" });
  expect(LIFE).toBe(10 * 60 * 1_000);
});
