/**
 * The index of the search, filled after the jobs are there, since the triggers that keep it were off.
 */

/** Takes the number of a slice, from 0, and how many slices there are. */
const FUNCTION = 'fill_search';

/**
 * Fills one slice; nothing where the database has no search of its own.
 * @param {import('pg').Client} client
 * @param {number} slice from 0
 * @param {number} slices
 */
export async function fillSearch(client, slice, slices) {
  const { rows } = await client.query('select to_regproc($1) is not null as there', [FUNCTION]);
  if (rows[0]?.there) await client.query(`select ${FUNCTION}($1, $2)`, [slice, slices]);
}
