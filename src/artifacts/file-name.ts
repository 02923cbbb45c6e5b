import { Type } from "@sinclair/typebox";

/** Part of a file's name on any disk: no separator, no leading dot, nothing that a shell or a disk reads otherwise. */
export const FileName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^(?!\\.)[^\\x00-\\x1f\\x7f/\\\\:*?"<>|]+$',
});
