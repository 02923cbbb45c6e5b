import { createHash } from "node:crypto";
import { h } from "preact";
import { render } from "preact-render-to-string";

/**
 * A whole HTML document around a body that is safe already. Its policy lets nothing in but this very style: no script,
 * no request, no frame, no form.
 */
export function documentOf({ title, style, body }: { title: string; style: string; body: string }): string {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    render(h("title", null, title)),
    `<style>${style}</style>`,
    "</head>",
    `<body>${body}</body>`,
    "</html>",
    "",
  ].join("\n");
}
