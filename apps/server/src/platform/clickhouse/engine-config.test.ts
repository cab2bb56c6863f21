import { expect, test } from 'vitest';
import { engineConfig } from './engine-config.ts';

test('samples leave the last of the disk to PostgreSQL, and little of a small one', () => {
  const leftOf = (diskBytes: number) => {
    const config = engineConfig({ fsync: false, eager: false, diskBytes });
    return Number(/<min_free_disk_bytes_to_perform_insert>(\d+)</.exec(config)?.[1]);
  };
  expect([leftOf(50_000_000), leftOf(1e12)]).toEqual([1_000_000, 512 * 1024 ** 2]);
});
