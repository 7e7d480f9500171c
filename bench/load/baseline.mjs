/**
 * The floor that the product is measured against: a bare `node:http` server that sends recorded
 * answers. It runs in a process of its own; the benchmark hands it the answers as a message and
 * gets the port back.
 */
import { createServer } from 'node:http';

/**
 * @typedef {object} Answer
 * @property {string} path
 * @property {number} status
 * @property {string[]} headers names and values in turn, as `rawHeaders` has them
 * @property {Uint8Array} body the bytes as they were on the wire, still compressed
 */

process.once('message', (/** @type {Answer[]} */ answers) => {
  const byPath = new Map(answers.map((answer) => [answer.path, answer]));
  const server = createServer((request, response) => {
    const answer = byPath.get(request.url ?? '');
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') process.send?.(address.port);
  });
});

// The benchmark is gone, in whichever way.
process.once('disconnect', () => process.exit(0));
