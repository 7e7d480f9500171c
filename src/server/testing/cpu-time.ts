/**
 * The processor time that this process spends while some work is done (ms). Unlike a clock, it does not run on while
 * other programs have the processor, so that a busy machine does not fail a bound on the cost of something.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
