/**
 * Configuration of the embedded engine that no SQL can set, as the file it reads when it opens. Broken parts never keep it
 * from starting: however many there are, each is set aside and the rest is served. Backups may be written wherever the
 * operating system lets this process write. `fsync`: an insert is answered only when the disk has it. `eager`: deletions and
 * merges begin at once, for which the engine looks more often. `diskBytes`: size of the disk.
 */
export function engineConfig({
  fsync,
  eager,
  diskBytes,
}: {
  fsync: boolean;
  eager: boolean;
  diskBytes: number;
}): string {
  const settings = {
    max_suspicious_broken_parts: NO_LIMIT,
    max_suspicious_broken_parts_bytes: NO_LIMIT,
    min_free_disk_bytes_to_perform_insert: Math.floor(Math.min(LEFT_BYTES, diskBytes * LEFT_SHARE)),
    ...(fsync ? SYNCED : {}),
  };
  const lines = (of: Record<string, number>, indent: string) =>
    Object.entries(of)
      .map(([name, value]) => `${indent}<${name}>${value}</${name}>\n`)
      .join('');
  return `<clickhouse>
  <merge_tree>
${lines(settings, '    ')}  </merge_tree>
${eager ? lines(EAGER, '  ') : ''}  <memory_worker_period_ms>${MEMORY_LOOK_MS}</memory_worker_period_ms>
  <backups><allowed_path>/</allowed_path></backups>
</clickhouse>
`;
}

/** How often the engine looks at the memory of the process; its default of 50 ms is felt on an idle server. */
const MEMORY_LOOK_MS = 1000;

const NO_LIMIT = 1_000_000_000_000_000;

/** What samples leave of a disk to PostgreSQL: where that cannot write, nobody signs in or deletes anything. What is not stored is sent again. */
const LEFT_BYTES = 512 * 1024 ** 2;
const LEFT_SHARE = 0.02;

/** A merged part replaces synced ones, so it has to be synced as well before they are removed. */
const SYNCED = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  min_compressed_bytes_to_fsync_after_merge: 1,
};

/** Seconds between two looks for work of a table, which grow by the factor while there is none. By default the first is up to 1.1 s. */
const EAGER = {
  background_processing_pool_thread_sleep_seconds_if_nothing_to_do: 0.02,
  background_processing_pool_task_sleep_seconds_when_no_work_random_part: 0.05,
  background_processing_pool_task_sleep_seconds_when_no_work_multiplier: 1.5,
};
