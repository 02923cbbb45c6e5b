import { type Sentence, say } from "./sentence.ts";

/** Of a person's word that came with the files, which others may have written. */
export const UNSEEN = say`as the file says, not seen on this machine`;

/** What is said of a text whose approval nobody here saw. */
export const approvalUnseen: Sentence = say`Its approval is ${UNSEEN}.`;
