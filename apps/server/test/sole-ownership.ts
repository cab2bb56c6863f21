import { createOwnership, type Ownership } from '../src/platform/ownership/ownership.ts';
import { PARTITIONS } from '../src/platform/ownership/partitions.ts';
import type { Platform } from '../src/platform/platform.ts';

/** The owner that each migrated database begins with. */
const FIRST_OWNER = '00000000-0000-0000-0000-000000000000';

/** The ownership of a test that decides over everything. */
export function soleOwnership({ db }: Pick<Platform, 'db'>): Ownership {
  const partitions = new Set(Array.from({ length: PARTITIONS }, (_, partition) => partition));
  return createOwnership(db, { id: FIRST_OWNER, partitions, isSole: true });
}
