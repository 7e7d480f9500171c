import { useState } from 'react';
import { type AsyncResult, useAsync } from '#web/data/use-async.ts';

/** A part of a list, and the position of the next part. */
type Part<Row> = { results: Row[]; next?: string | undefined };

type Pages<Row> = {
  /** Undefined until the first part is loaded. */
  rows: Row[] | undefined;
  /** The first part; `retry` loads it again. */
  first: AsyncResult<Part<Row>>;
  /** Whether more rows follow, are being loaded, or could not be loaded. */
  hasMore: boolean;
  more: AsyncResult<Part<Row>>;
  loadMore: () => void;
};

/**
 * Loads a list part by part, and from its beginning when `key` changes. Loads nothing without a key.
 * @param load loads the part after the cursor
 */
export function usePages<Row>(
  key: string | undefined,
  load: (cursor: string | undefined) => Promise<Part<Row>>,
): Pages<Row> {
  const first = useAsync(key, () => load(undefined));
  /** The parts after the first one, and the cursor of the part that is being loaded. */
  const [later, setLater] = useState<{ of: unknown; rows: Row[]; next: string | undefined }>();
  const [cursor, setCursor] = useState<{ of: unknown; at: string }>();
  const begin = first.value;
  const current = later?.of === begin ? later : undefined;
  const next = current ? current.next : begin?.next;
  const wanted = cursor && cursor.of === begin ? cursor.at : undefined;
  const more = useAsync(wanted && wanted === next ? wanted : undefined, async () => {
    const part = await load(wanted);
    setLater({ of: begin, rows: [...(current?.rows ?? []), ...part.results], next: part.next });
    return part;
  });
  return {
    rows: begin && [...begin.results, ...(current?.rows ?? [])],
    first,
    hasMore: next !== undefined,
    more,
    loadMore: () =>
      more.status === 'failed' ? more.retry() : next && setCursor({ of: begin, at: next }),
  };
}
