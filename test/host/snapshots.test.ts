import { expect, test } from "bun:test";
import { createSnapshots } from "../../src/host/v1/snapshots.ts";

function setUp(snapshot?: boolean) {
  const config: { snapshot?: boolean } = snapshot === undefined ? {} : { snapshot };
  const snapshots = createSnapshots((id) => id.startsWith("lab"));
  snapshots.configured(config);
  return { config, snapshots };
}

test("snapshots are spared while only the lab and who called it are at work, and taken again before the call ends", () => {
  const { config, snapshots } = setUp();
  snapshots.said("person");
  snapshots.worked("person", false);
  expect(config).toEqual({});
  const ended = snapshots.called("person");
  snapshots.worked("lab-1", false);
  expect(config).toEqual({ snapshot: false });
  ended();
  expect(config).toEqual({});
});

test("they are taken while anybody else is at work, from before the host begins with it", () => {
  const { config, snapshots } = setUp(true);
  const ended = snapshots.called("person");
  expect(config.snapshot).toBe(false);
  snapshots.said("other");
  expect(config.snapshot).toBe(true);
  snapshots.worked("other", false);
  snapshots.worked("other", true);
  expect(config.snapshot).toBe(false);
  ended();
  expect(config.snapshot).toBe(true);
});

test("they are taken when somebody else was at work before the lab was called", () => {
  const { config, snapshots } = setUp();
  snapshots.worked("other", false);
  snapshots.called("person");
  expect(config).toEqual({});
});

test("a late word that the last turn has ended does not hide the one that begins", () => {
  const { config, snapshots } = setUp();
  snapshots.called("person");
  snapshots.worked("other", false);
  snapshots.said("other");
  snapshots.worked("other", true);
  expect(config).toEqual({});
});

test("two calls of one session spare them until both have ended, and one end counts once", () => {
  const { config, snapshots } = setUp();
  const [one, two] = [snapshots.called("person"), snapshots.called("person")];
  one();
  one();
  expect(config).toEqual({ snapshot: false });
  two();
  expect(config).toEqual({});
});

test("what a person has turned off stays off", () => {
  const { config, snapshots } = setUp(false);
  snapshots.called("person")();
  expect(config).toEqual({ snapshot: false });
});
