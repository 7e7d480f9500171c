/** `node scripts/healthcheck.mjs`: exits with 0 if the server in this container is ready. */
const { PORT = '3000' } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}/readyz`, {
  signal: AbortSignal.timeout(4_000),
}).catch((/** @type {Error} */ error) => error.message);
if (typeof response === 'string' || !response.ok) {
  process.stderr.write(
    `${typeof response === 'string' ? response : `answered ${response.status}`}\n`,
  );
  process.exit(1);
}
