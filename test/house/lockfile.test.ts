import { expect, test } from "bun:test";
import lock from "../../package-lock.json";

type Entry = {
  engines?: { node?: string } | string[];
  link?: boolean;
  version?: string;
  optionalDependencies?: Record<string, string>;
  resolved?: string;
};

/** npm leaves out the packages of other platforms when their registry does not have them, and `npm ci` then refuses. */
test("package-lock.json holds every optional dependency, for every platform", () => {
  const packages = lock.packages as Record<string, Entry>;
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => {
      return ![`node_modules/${name}`, `${path}/node_modules/${name}`].some((key) => packages[key]?.version);
    }),
  );
  expect(missing).toEqual([]);
});

test("package-lock.json names no registry", () => {
  expect(
    Object.values(lock.packages as Record<string, Entry>).filter(
      ({ resolved, link }) => resolved !== undefined && !link,
    ),
  ).toEqual([]);
});

test("every package in package-lock.json accepts Node.js 20, so that npm ci warns of none", () => {
  const refusing = Object.entries(lock.packages as Record<string, Entry>).filter(([, { engines }]) => {
    const node = Array.isArray(engines) ? undefined : engines?.node;
    return node !== undefined && !Bun.semver.satisfies("20.20.2", node);
  });
  expect(refusing.map(([path]) => path)).toEqual([]);
});
