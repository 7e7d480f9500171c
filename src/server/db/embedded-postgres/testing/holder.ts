import { createInterface } from 'node:readline';
import { openEmbeddedPostgres } from '../open-embedded-postgres.ts';

/**
 * A process of its own that opens the database as its argument says, tells of it on its output in
 * lines of JSON, and releases it when a line comes in.
 */
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const { options, surroundings } = JSON.parse(process.argv[2] ?? '');
  const postgres = await openEmbeddedPostgres(options, surroundings);
  say({ connectionString: postgres.connectionString });
  const end = async () => {
    await postgres.release();
    process.exit(0);
  };
  // The input closes where the test itself was killed.
  createInterface(process.stdin).once('line', end).once('close', end);
} catch (error) {
  say({ error: String(error) });
  process.exit(1);
}
