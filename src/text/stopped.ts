/** What a person is told who has stopped a call. */
export const STOPPED_TEXT = "Stopped. What is finished is kept; /design-lab resume goes on with it.";
