import { createHash } from "node:crypto";

/**
 * A whole document of a file or a page for reading. `title` and `body` are HTML. Its policy lets nothing in but this very
 * style: no script, no request, no frame, no form.
 */
export function documentOf({ title, style, body }: { title: string; style: string; body: string }): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
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
