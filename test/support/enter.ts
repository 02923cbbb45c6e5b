import type { Entry } from "../../src/story/live-state.ts";

export type Entered = {
  status: number;
  entry: Entry;
  /** The address of the page; without the experiment it begins those of everything inside. */
  page: string;
  /** What the browser sends from then on, and how it was told to. */
  cookie: string;
  attributes: string[];
};

/** Does with an invitation what the page's script does. */
export async function enter(address: string): Promise<Entered> {
  const { origin, hash } = new URL(address);
  const answer = await fetch(`${origin}/enter?code=${hash.slice(1)}`, { method: "POST", headers: { origin } });
  const entry = (await answer.json()) as Entry;
  const [cookie = "", ...attributes] = answer.headers.get("set-cookie")?.split("; ") ?? [];
  return {
    status: answer.status,
    entry,
    page: new URL("at" in entry ? entry.at : "", origin).href,
    cookie,
    attributes,
  };
}
