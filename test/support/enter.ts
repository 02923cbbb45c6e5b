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
  return entered(await fetch(`${origin}/enter?code=${hash.slice(1)}`, { method: "POST", headers: { origin } }));
}

async function entered(answer: Response): Promise<Entered> {
  const { origin } = new URL(answer.url);
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

/** Knocks at a door of a page as its script does, about the experiment that its address names. */
export async function knockAt(
  { page, cookie }: Pick<Entered, "page" | "cookie">,
  door: string,
  body: object | string = "",
  query: Record<string, string> = {},
): Promise<{ status: number; said: { refused?: string } & Record<string, unknown> }> {
  const { origin, searchParams } = new URL(page);
  const all = new URLSearchParams({ ...Object.fromEntries(searchParams), ...query });
  const sent = {
    method: "POST",
    headers: { origin, cookie },
    body: typeof body === "string" ? body : JSON.stringify(body),
  };
  const answer = await fetch(new URL(`${door}?${all}`, page), sent);
  const text = await answer.text();
  return { status: answer.status, said: text === "" ? {} : JSON.parse(text) };
}

/** Makes a page that an agent could open a person's own, with the code that a screen shows. */
export async function raise({ page, cookie }: Entered, code: string): Promise<Entered> {
  const { origin, search } = new URL(page);
  const sent = { method: "POST", headers: { origin, cookie } };
  const came = await entered(await fetch(new URL(`raise?code=${encodeURIComponent(code)}`, page), sent));
  return { ...came, page: `${came.page}${search}` };
}
