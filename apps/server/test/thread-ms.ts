/** Time of a processor that this thread has taken, milliseconds: what others do at the same time does not count. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
