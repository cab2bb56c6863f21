import { timeFormatRule } from '@sunfleet/contract';
import { chosenColumns, type ImportDraft } from './import-draft.ts';

/** Fields that can be wrong; what is right stands in `imports:problem.<field>`. */
const PROBLEMS = [
  'station',
  'timeColumn',
  'timeFormat',
  'timeZone',
  'sn',
  'deviceColumn',
  'columns',
  'columnSn',
  'duplicate',
] as const;
export type Problem = (typeof PROBLEMS)[number];

const SN = /^[A-Za-z0-9._-]{3,64}$/;

const CHECKS: Readonly<Record<Problem, (draft: ImportDraft) => boolean>> = {
  station: ({ station }) => station === null,
  timeColumn: ({ timeColumn }) => timeColumn === '',
  timeFormat: ({ timeFormat }) => timeFormatRule(timeFormat.trim()) !== undefined,
  timeZone: ({ timeZone }) => timeZone === '',
  sn: ({ deviceMode, sn, snPrefix }) => deviceMode === 'fixed' && !SN.test(snPrefix.trim() + sn.trim()),
  deviceColumn: ({ deviceMode, deviceColumn }) => deviceMode === 'column' && deviceColumn === '',
  columns: (draft) => chosenColumns(draft).length === 0,
  columnSn: (draft) =>
    draft.deviceMode === 'each' &&
    chosenColumns(draft).some(({ sn }) => !SN.test(draft.snPrefix.trim() + sn.trim())),
  duplicate: (draft) => {
    const chosen = chosenColumns(draft).map(
      ({ point, sn }) => `${draft.deviceMode === 'each' ? sn.trim() : ''} ${point}`,
    );
    return new Set(chosen).size < chosen.length;
  },
};

/** What still has to be put right before the import can start. */
export const problemsOf = (draft: ImportDraft): ReadonlySet<Problem> =>
  new Set(PROBLEMS.filter((problem) => CHECKS[problem](draft)));
