import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Preloaded into a server: on SIGUSR2, the process collects garbage and prints how many bytes of the heap remain in
 * use. https://nodejs.org/api/v8.html#v8setflagsfromstringflags
 */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('SIGUSR2', () => {
  collect();
  collect();
  process.stdout.write(`heap ${process.memoryUsage().heapUsed} bytes\n`);
});
