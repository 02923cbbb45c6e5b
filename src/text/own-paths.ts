import { basename } from "node:path";
import { pathForOthers } from "./path-inside.ts";

/** A folder or file of this machine, and what it, and the way to what lies in it, is called for whoever has another. */
export type OwnPath = { path: string; called: string; within: string };

/**
 * A project by the name of its folder, and what lies in it by its path there. A folder that lies in the root stays: it
 * tells nobody's name, and "/app/users" may be an address.
 */
export const asProject = (path: string): OwnPath[] => deep({ path, called: basename(path), within: "" });

/** A person's home as shells write it. */
export const asHome = (path: string): OwnPath[] => deep({ path, called: "~", within: "~/" });

/** A document by its last name where it lies outside the project. */
export const asDocument = (path: string): OwnPath[] => [{ path, called: pathForOthers(path), within: "" }];

const deep = (own: OwnPath): OwnPath[] => (/[/\\][^/\\]+[/\\][^/\\]/u.test(own.path) ? [own] : []);

/** A text in which paths of this machine are called otherwise, whatever it is a text of: data, a page or prose. */
export function withoutOwnPaths(text: string, paths: readonly OwnPath[]): string {
  let left = text;
  for (const own of paths.toSorted((a, b) => b.path.length - a.path.length))
    for (const written of writtenAs(own.path)) left = called(left, written, own);
  return left;
}

/** A path as it stands in a text, in JSON, in HTML and in Markdown. */
function writtenAs(path: string): Set<string> {
  const html = path.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const markdown = path.replace(/[\\`*_[\]<>&#~|]/gu, (sign) => `\\${sign}`);
  return new Set([path, JSON.stringify(path).slice(1, -1), html, markdown]);
}

/** What a name begins or goes on with, so that "/home/ann" is not found in "/home/annabel" or "/home/ann.old". */
const COMES_BEFORE = /[\p{L}\p{N}_.-]$/u;
const GOES_ON = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

function called(text: string, path: string, { called: name, within }: OwnPath): string {
  const [first = "", ...rest] = text.split(path);
  const pieces = [first];
  for (const after of rest) {
    const isOther = COMES_BEFORE.test((pieces.at(-1) ?? "").slice(-2)) || GOES_ON.test(after.slice(0, 3));
    const [way = ""] = /^[/\\]{1,2}/u.exec(after) ?? [];
    pieces.push(isOther ? path : way === "" ? name : within, isOther ? after : after.slice(way.length));
  }
  return pieces.join("");
}
