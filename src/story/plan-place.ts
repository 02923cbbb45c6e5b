import { count } from "../text/numbers.ts";

/** Whether the files of a plan may go into a folder of the project, as the person is asked once. */
export const mayWriteTasks = (tasks: number, folder: string): string =>
  `Write ${count(tasks, "task")}, and those of plans after it, as files into ${folder} of the project? Without that they stay on this machine only.`;

/** The same of files that lie on this machine only by now. */
export const mayMoveTasks = (folder: string): string =>
  `Write the tasks of this plan, and those of plans after it, as files into ${folder} of the project?`;

/** Whether files of tasks that are there may be changed. */
export const mayChangeStatus = (folder: string): string =>
  `Change the status of tasks in ${folder} of the project, now and later?`;
