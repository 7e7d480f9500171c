/** Fills the search index and the counts after the jobs, because their triggers were off. */

/**
 * Fills one slice of the search index.
 * @param {import('pg').Client} client
 * @param {number} slice from 0
 * @param {number} slices
 */
export async function fillSearch(client, slice, slices) {
  await client.query('select index_all_jobs($1, $2)', [slice, slices]);
}

/** @param {import('pg').Client} client */
export async function fillCounts(client) {
  await client.query('select count_all_jobs()');
}
