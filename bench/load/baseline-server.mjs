/**
 * The baseline server: a bare `node:http` server that sends recorded responses. It runs in its own process, receives
 * the responses as a message and sends back its port.
 */
import { createServer } from 'node:http';

process.once('message', (/** @type {import('./baseline.mjs').RecordedResponse[]} */ responses) => {
  const byPath = new Map(responses.map((response) => [response.path, response]));
  const server = createServer((request, response) => {
    const recorded = byPath.get(request.url ?? '');
    if (recorded) response.writeHead(200, recorded.headers).end(recorded.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.send?.(port);
  });
});

// End this process when the benchmark has ended.
process.once('disconnect', () => process.exit(0));
