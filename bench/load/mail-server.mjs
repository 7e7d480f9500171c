/**
 * A mail server that accepts every mail and stores none. It runs in its own process and sends its port to the parent.
 */
import { SMTPServer } from 'smtp-server';

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, callback) {
    stream.on('end', () => callback()).resume();
  },
});
// When the measured server stops, it closes its connections, even during a response. Ignore these errors.
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.server.address());
  process.send?.(port);
});

// End this process when the benchmark has ended.
process.once('disconnect', () => process.exit(0));
