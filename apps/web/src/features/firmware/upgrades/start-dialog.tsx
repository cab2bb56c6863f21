import type { CallError } from '@sunfleet/api-client';
import { type Firmware, LIMITS } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';

const USUAL_MOST_FAILED = '5';

/** Names the devices that get a firmware and proposes it to a second person. */
export function StartDialog({ firmware, onClose }: { firmware: Firmware; onClose: () => void }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [mostFailed, setMostFailed] = useState(USUAL_MOST_FAILED);
  const start = useAction('startFirmwareUpgrade', { quiet: true });
  const sns = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const tooMany = sns.length > LIMITS.firmwareDevices;
  const percent = Number(mostFailed);
  const isPercent = /^\d{1,3}$/.test(mostFailed) && percent <= 100;
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
      disabled={sns.length === 0 || tooMany || !isPercent}
      busy={start.isPending}
      error={start.error}
      onOk={() => start.mutate({ body: { firmwareId: firmware.id, sns, mostFailed: percent } }, { onError })}
      onClose={onClose}
    >
      <p>{t('upgrades.startHint')}</p>
      <TextArea
        label={t('upgrades.sns')}
        value={text}
        rows={5}
        error={
          tooMany ? t('upgrades.tooMany', { most: format.number(LIMITS.firmwareDevices, 0) }) : undefined
        }
        onChange={(event) => setText(event.target.value)}
      />
      <p>{t('upgrades.chosen', { n: format.number(sns.length, 0) })}</p>
      <Field
        label={t('upgrades.mostFailed')}
        hint={t('upgrades.mostFailedHint')}
        inputMode="numeric"
        value={mostFailed}
        error={isPercent ? undefined : t('upgrades.percentRule')}
        onChange={(event) => setMostFailed(event.target.value.trim())}
      />
    </ActionDialog>
  );
}
