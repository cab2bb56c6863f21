import type { CallError } from '@sunfleet/api-client';
import { type Firmware, LIMITS } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { GroupFields } from '../../../parts/runs/group-fields.tsx';
import { WindowFields, windowFault, windowOf } from '../../../parts/runs/window-fields.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Check, Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Reached } from './reached.tsx';
import { isTargeted, noUpgrade, snsOf, targetOf } from './upgrade-draft.ts';

/** Says which devices get a firmware, when and with how many failures, and proposes it to a second person. */
export function StartDialog({ firmware, onClose }: { firmware: Firmware; onClose: () => void }) {
  const { t } = useTranslation(['firmware', 'rules']);
  const format = useFormat();
  const client = useQueryClient();
  const [draft, setDraft] = useState(noUpgrade);
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change });
  const start = useAction('startFirmwareUpgrade', { quiet: true });
  const most = LIMITS.firmwareDevices;
  const tooMany = snsOf(draft).length > most;
  const percent = Number(draft.mostFailed);
  const isPercent = /^\d{1,3}$/.test(draft.mostFailed) && percent <= 100;
  const fault = windowFault(draft);
  const isReady = isTargeted(draft) && !tooMany;
  const target = { firmwareId: firmware.id, ...targetOf(draft) };
  /** It is no failure that somebody else has to approve it. */
  const onError = (error: CallError) => {
    if (error.error !== 'secondPersonNeeded') return;
    showNotice('info', error.message);
    void client.invalidateQueries({ queryKey: ['listProposals'] });
    onClose();
  };
  return (
    <ActionDialog
      title={t('upgrades.title', { name: `${firmware.name} ${firmware.version}` })}
      okText={t('upgrades.propose')}
      danger
      disabled={!isReady || !isPercent || fault !== undefined}
      busy={start.isPending}
      error={start.error}
      onOk={() =>
        start.mutate({ body: { ...target, mostFailed: percent, window: windowOf(draft) } }, { onError })
      }
      onClose={onClose}
    >
      <p>{t('upgrades.startHint')}</p>
      <TextArea
        label={t('upgrades.sns')}
        value={draft.sns}
        rows={3}
        error={tooMany ? t('upgrades.tooMany', { most: format.number(most, 0) }) : undefined}
        onChange={(event) => set({ sns: event.target.value })}
      />
      <GroupFields groups={draft} onChange={set} />
      <Field
        label={t('upgrades.onlyVersion')}
        hint={t('upgrades.onlyVersionHint')}
        value={draft.version}
        autoComplete="off"
        onChange={(event) => set({ version: event.target.value })}
      />
      <Check label={t('upgrades.onlyOnline')} checked={draft.online} onChange={(online) => set({ online })} />
      {isReady ? <Reached target={target} /> : null}
      <WindowFields draft={draft} error={fault && t(fault, { ns: 'rules' })} onChange={set} />
      <Field
        label={t('upgrades.mostFailed')}
        hint={t('upgrades.mostFailedHint')}
        inputMode="numeric"
        value={draft.mostFailed}
        error={isPercent ? undefined : t('upgrades.percentRule')}
        onChange={(event) => set({ mostFailed: event.target.value.trim() })}
      />
    </ActionDialog>
  );
}
