/** How many jobs the browser remembers as seen. */
const MAX_SEEN = 1_000;

/** Records in the local storage that the visitor has opened a job. It is not sent to the server. */
export function recordSeen(id: string): void {
  try {
    const others = (localStorage.seen ?? '').split(',').filter((other: string) => other !== id);
    localStorage.seen = [id, ...others].slice(0, MAX_SEEN);
  } catch {
    // Storage is full or forbidden. The job stays new.
  }
  dispatchEvent(new Event('storage'));
}
