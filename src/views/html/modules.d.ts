declare module "*.css" {
  const text: string;
  export = text;
}

declare module "@mixmark-io/domino" {
  export function createDocument(html?: string, force?: boolean): Document;
}
