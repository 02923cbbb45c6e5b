/** Characters of what a person writes, and of a document that is shown. */
export const MAX_WORDS = 100_000;

/** Bytes of one file that a person gives, and how many files one answer has. */
export const MAX_FILE_BYTES = 20_000_000;
export const MAX_FILES = 20;

/** The pictures that are taken and shown. */
export const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"] as const;
