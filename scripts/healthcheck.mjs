/** Ends with 0 where the server of this machine is ready, as containers ask for: `node scripts/healthcheck.mjs`. */
const { PORT = '3000' } = process.env;
const reply = await fetch(`http://127.0.0.1:${PORT}/readyz`, {
  signal: AbortSignal.timeout(4_000),
}).catch((/** @type {Error} */ error) => error.message);
if (typeof reply === 'string' || !reply.ok) {
  process.stderr.write(`${typeof reply === 'string' ? reply : `answered ${reply.status}`}\n`);
  process.exit(1);
}
