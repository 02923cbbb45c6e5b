/** What looks like a key that a provider repeats in what it says: by how such keys begin, or behind the word for one. */
const KEY_LIKE =
  /\b(?:sk|pk|rk|gsk|xai|ghp|gho|github_pat|xox[abp]|AIza|AKIA|hf)[-_]?[A-Za-z0-9][A-Za-z0-9_-]{14,}|(?<=\b(?:bearer|api[-_ ]?key|token)["']?(?: provided)?[:= ]{1,3}["']?)[A-Za-z0-9][A-Za-z0-9._~+/-]{15,}/giu;

/** The text without what looks like a key. */
export const withoutKeys = (text: string): string => text.replace(KEY_LIKE, "[a key]");
