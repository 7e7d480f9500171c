/**
 * Measures the processor time that this process spends on some work (ms). Other programs do not affect it, unlike
 * elapsed time, so tests of costs pass on a busy machine.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
