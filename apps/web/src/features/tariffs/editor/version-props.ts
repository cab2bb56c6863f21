import type { Rule } from '@sunfleet/contract';
import type { VersionDraft } from './tariff-draft.ts';

/** What every part of a version's fields gets. */
export interface VersionProps {
  version: VersionDraft;
  currency: string;
  /** Broken rules by where they stand. */
  faults: ReadonlyMap<string, Rule>;
  onChange: (version: VersionDraft) => void;
}
