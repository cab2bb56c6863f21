import { snRule } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../../lib/call/field-errors.ts';
import { useAction } from '../../../../lib/call/use-action.ts';
import { useRuleText } from '../../../../lib/i18n/use-rule-text.ts';
import { ClaimCodeField } from '../../../../parts/devices/claim-code-field.tsx';
import { asksForClaim } from '../../../../parts/devices/device-draft.ts';
import { SerialField } from '../../../../parts/devices/serial-field.tsx';
import { ActionDialog } from '../../../../ui/dialog/action-dialog.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { showNotice } from '../../../../ui/notice/notice-store.ts';
import type { PlacementDialogProps } from './placed.ts';

/** What is typed of the new device; what is left empty stays as it is, or is not known. */
const EMPTY = {
  sn: '',
  claimCode: '',
  model: '',
  manufacturer: '',
  productionDate: '',
  warrantyEnd: '',
  reason: '',
};
type Draft = typeof EMPTY;

/** Puts another device in the place of one, which keeps its history. */
export function ReplaceDialog({ device, onDone, onClose }: PlacementDialogProps) {
  const { t } = useTranslation('devices');
  const ruleText = useRuleText();
  const [draft, setDraft] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(false);
  const { id, sn } = device;
  const replace = useAction('replaceDevice', {
    quiet: true,
    invalidates: ['getDevice', 'listDevices', 'listDeviceReplacements', 'getDeviceSecret', 'listAlarms'],
    onDone(placed) {
      showNotice('success', t('place.replace.done', { oldSn: sn, newSn: placed.device.sn }));
      onDone(placed);
    },
  });
  if (!asked && asksForClaim(replace.error)) setAsked(true);
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    replace.reset();
  };
  const broken = tried ? snRule(draft.sn.trim()) : undefined;
  const errors = fieldErrors(replace.error, { wrongClaimCode: 'claimCode' });
  return (
    <ActionDialog
      title={t('place.replace.title', { sn })}
      okText={t('place.replace.action')}
      busy={replace.isPending}
      error={replace.error?.error === 'wrongClaimCode' ? null : replace.error}
      onOk={() => {
        setTried(true);
        if (!snRule(draft.sn.trim())) replace.mutate({ params: { id }, body: bodyOf(draft) });
      }}
      onClose={onClose}
    >
      <p>{t('place.replace.hint')}</p>
      <SerialField
        label={t('place.replace.sn')}
        hint={t('add.snHint')}
        value={draft.sn}
        error={broken ? ruleText(broken) : errors['sn']}
        onChange={(text) => change({ sn: text })}
      />
      {asked ? (
        <ClaimCodeField
          value={draft.claimCode}
          autoFocus
          error={errors['claimCode']}
          onChange={(claimCode) => change({ claimCode })}
        />
      ) : null}
      {(['manufacturer', 'model'] as const).map((name) => (
        <Field
          key={name}
          label={t(`column.${name}`)}
          maxLength={100}
          placeholder={device[name] ?? ''}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      ))}
      {(['productionDate', 'warrantyEnd'] as const).map((name) => (
        <Field
          key={name}
          label={t(`column.${name}`)}
          type="date"
          value={draft[name]}
          error={errors[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      ))}
      <Field
        label={t('place.replace.reason')}
        maxLength={500}
        value={draft.reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </ActionDialog>
  );
}

/** What was typed; the rest is not named. */
const bodyOf = ({ sn, ...others }: Draft) => ({
  sn,
  ...(Object.fromEntries(Object.entries(others).filter(([, text]) => text.trim() !== '')) as Partial<
    Omit<Draft, 'sn'>
  >),
});
