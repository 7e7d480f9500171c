/**
 * A place that a source states in separate fields. A field that the source does not state is empty. `text` is the same
 * place as the source writes it in one line, as in the job's `location`.
 */
export type Address = { text: string; locality: string; region: string; country: string };
