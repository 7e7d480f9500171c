/** Converts the entries of a generator one by one. Returns what the generator returns. */
export async function* mapEntries<Entry, Mapped, End>(
  entries: AsyncGenerator<Entry, End>,
  convert: (entry: Entry) => Mapped,
): AsyncGenerator<Mapped, End> {
  let next = await entries.next();
  try {
    for (; !next.done; next = await entries.next()) yield convert(next.value);
  } finally {
    // End the generator of the entries, which stops the download, if the caller stops reading.
    if (!next.done) await entries.return(undefined as End);
  }
  return next.value;
}
