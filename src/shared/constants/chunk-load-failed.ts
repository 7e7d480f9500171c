/** The toast when a chunk fails to load. In a file of its own, so that public pages load no other messages. */
export const CHUNK_LOAD_FAILED = "Couldn't load this section. Try again.";
