/** Runs a task after all tasks before it have ended. */
export type TaskQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that runs one task at a time. After a failure, the queue continues: only the caller of the failed task
 * gets the error.
 */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
}
