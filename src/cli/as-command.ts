/**
 * A text that says what to type in a conversation, as a command's: the name of the command in the place of the host's,
 * and without the call that an agent would make. A path that holds the name stays.
 */
export function asCommand(text: string): string {
  return text
    .replaceAll(/(?<=^|[\s`"'(])\/design-lab(?=[\s`,.;]|$)/gmu, "opencode-designlab")
    .replaceAll(/ \(`designlab\(\{[^`]*\}\)`\)/gu, "");
}
