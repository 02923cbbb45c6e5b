/**
 * Whether a provider is the host's own: on both generations its key is then the word "public". Neither its id says so
 * (with a key of the person's the same provider is theirs) nor its price (a model on their own machine is free too).
 */
export function isHostsOwn(settings: { apiKey?: unknown } | undefined): boolean {
  return settings?.apiKey === "public";
}

/**
 * Whether a model writes what the lab asks for: it takes text, answers with text alone and calls tools. Its output says
 * so by no means alone: hosts list embeddings as models of text, and one that draws as a model of text and images.
 */
export function writesText(tools: boolean, input: readonly string[], output: readonly string[]): boolean {
  return tools && input.includes("text") && output.every((kind) => kind === "text") && output.length > 0;
}

/**
 * A host holds a price of 0 for a model without a price, and its own list of models has 0 for subscriptions. So 0 is
 * unknown, unless `configured`: the user's configuration of the host gives this price.
 */
export function knownPrice({ input = 0, output = 0 }: Partial<Price> = {}, configured: boolean): Price | null {
  return configured || input > 0 || output > 0 ? { input, output } : null;
}

type Price = { input: number; output: number };
