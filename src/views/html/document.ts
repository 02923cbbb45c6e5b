import { createHash } from "node:crypto";

/**
 * A whole document of a file or a page for reading. `title` and `body` are HTML. Its policy lets nothing in but this very
 * style, and this very script where its body has one: no other script, no request, no frame, no form.
 */
export function documentOf({ title, style, script, body }: Document): string {
  const only = (what: string, text: string): string =>
    `${what}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'; `;
  const policy = `${script === undefined ? "" : only("script", script)}${only("style", style)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${title}
<style>${style}</style>
</head>
<body>${body}</body>
</html>
`;
}

type Document = { title: string; style: string; script?: string; body: string };
