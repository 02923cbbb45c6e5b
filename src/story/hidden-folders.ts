/** Why an agent's call writes no document into a folder, with its rule. */
export const hiddenIn = (hidden: string): string =>
  `${hidden} is a hidden folder of the project, where hosts read commands and agents (rule "hidden folders")`;

/** Whether a document may be written into a folder that hosts may read. */
export const mayWriteHidden = (folder: string, hidden: string): string =>
  `May Design Lab write documents into ${folder}? ${hidden} is a hidden folder, and OpenCode may run what it finds there as commands and agents.`;
