/**
 * Whether a provider is the host's own: on both generations its key is then the word "public". Neither its id says so
 * (with a key of the person's the same provider is theirs) nor its price (a model on their own machine is free too).
 */
export function isHostsOwn(settings: { apiKey?: unknown } | undefined): boolean {
  return settings?.apiKey === "public";
}
