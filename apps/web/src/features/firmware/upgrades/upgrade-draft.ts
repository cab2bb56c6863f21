import { splitSerials } from '@sunfleet/contract';
import { noGroups, type Groups } from '../../../parts/runs/group-fields.tsx';
import { noWindow, type WindowDraft } from '../../../parts/runs/window-fields.tsx';

/** What is typed of an upgrade. */
export interface UpgradeDraft extends Groups, WindowDraft {
  sns: string;
  /** Part of the present version; empty: any. */
  version: string;
  online: boolean;
  mostFailed: string;
}

export const noUpgrade: UpgradeDraft = {
  ...noGroups,
  ...noWindow,
  sns: '',
  version: '',
  online: false,
  mostFailed: '5',
};

export const snsOf = ({ sns }: UpgradeDraft): string[] => [...new Set(splitSerials(sns))];

/** Whether anything is named. That a device is online is no choice by itself: it would be every device of the model. */
export const isTargeted = (draft: UpgradeDraft): boolean =>
  snsOf(draft).length + draft.stationIds.length + draft.labelIds.length + draft.batchIds.length > 0 ||
  draft.version.trim() !== '';

/** Devices as the API takes them. */
export function targetOf(draft: UpgradeDraft) {
  const { stationIds, labelIds, batchIds, online } = draft;
  const version = draft.version.trim();
  const groups = stationIds.length + labelIds.length + batchIds.length;
  const filters = { ...(version ? { firmware: version } : {}), ...(online ? { status: ONLINE } : {}) };
  const narrows = version !== '' || (online && groups > 0);
  return { sns: snsOf(draft), stationIds, labelIds, batchIds, ...(narrows ? { filters } : {}) };
}

/** Statuses of devices that are heard. */
const ONLINE = ['online', 'abnormal', 'normal', 'standby'] as const;
