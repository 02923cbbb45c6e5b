import { freeBases } from "../experiment/open.ts";
import type { Invited } from "../live/server.ts";
import { noBrowser, showPage } from "../live/show-page.ts";
import type { Lab } from "../prompting/lab.ts";
import type { OpContext } from "./op.ts";

/** What came of opening the page, or why no browser was; `invite` gives an address that is good once. */
type Opened = {
  state: Awaited<ReturnType<typeof showPage>> | NonNullable<ReturnType<typeof noBrowser>>;
  invite(): Promise<Invited>;
};

/** Opens the live page in the browser, that of one experiment where its folder is given; null where nobody stays to serve it. */
export async function openPage(lab: Lab, context: OpContext, dir: string | undefined): Promise<Opened | null> {
  const { pages } = context;
  if (pages === null) return null;
  const { ranking } = lab.config;
  const options = { bases: (use: "read" | "work") => freeBases(lab, use), ranking: () => ranking, now: lab.now };
  const invite = () => pages.invite(options, dir);
  const cannot = noBrowser(context.env, process.platform);
  return { state: cannot ?? (await showPage(await invite(), context)), invite };
}
