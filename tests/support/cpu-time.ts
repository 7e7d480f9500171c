/**
 * Measures the processor time of this process during some work (ms). Unlike elapsed time, it does not grow while other
 * programs use the processor, so tests of costs pass on a busy machine.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
