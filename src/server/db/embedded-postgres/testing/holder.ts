import { createInterface } from 'node:readline';
import { openEmbeddedPostgres } from '../open-embedded-postgres.ts';

/**
 * Tests run this file as a separate process that uses the database. It opens the database with the options in its
 * argument and prints the result as a line of JSON. It releases the database when it receives a line on standard input.
 */
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const { options, folders } = JSON.parse(process.argv[2] ?? '');
  const postgres = await openEmbeddedPostgres(options, folders);
  print({ connectionString: postgres.connectionString });
  const end = async () => {
    await postgres.release();
    process.exit(0);
  };
  // If the test itself is killed, the input closes.
  createInterface(process.stdin).once('line', end).once('close', end);
} catch (error) {
  print({ error: String(error) });
  process.exit(1);
}
