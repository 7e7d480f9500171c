/** Runs a task once all earlier tasks in the queue have ended. */
export type TaskQueue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that runs one task at a time. If a task fails, only its caller gets the error, and the queue
 * continues.
 */
export function createTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const done = last.then(task);
    last = done.catch(() => {});
    return done;
  };
}
