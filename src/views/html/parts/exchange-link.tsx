import type { ComponentChildren } from "preact";
import { SENT_AND_CAME } from "../../../story/exchange.ts";

/** Leads from the report to the page beside it; the words alone, or nothing, where there is none. */
export function ExchangeLink({ to, children }: { to: string | null; children?: ComponentChildren }) {
  if (to === null) return <>{children}</>;
  return (
    <a class="exchange" href={exchangeHref(to)} title={children === undefined ? undefined : SENT_AND_CAME}>
      {children ?? SENT_AND_CAME}
    </a>
  );
}

/** From a report in `results` to the page of a place; a server has it lead to its own. */
export const exchangeHref = (place: string): string => `${EXCHANGES}${encodeURIComponent(place)}${PAGE}`;
const EXCHANGES = "../exchanges/";
const PAGE = ".html";

/** A report with its links to such pages as `href` has them. */
export function withExchangeLinks(html: string, href: (place: string) => string): string {
  return html.replace(/href="\.\.\/exchanges\/([^"/]+)\.html"/gu, (whole, place: string) => {
    const name = decoded(place);
    return name === null ? whole : `href="${href(name).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("&amp;", "&"));
  } catch {
    return null;
  }
}
