import type { DeviceKind } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useRuleText } from '../../lib/i18n/use-rule-text.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { ClaimDeviceDialog } from '../disputes/claim-device-dialog.tsx';
import { ClaimCodeField } from './claim-code-field.tsx';
import { asksForClaim, type DeviceDraft, deviceBody, draftProblems } from './device-draft.ts';
import { DeviceSecret } from './device-secret.tsx';
import { KindFields } from './kind-fields.tsx';
import { ParentField } from './parent-field.tsx';
import { StationField } from './station-field.tsx';
import styles from './devices.module.css';

interface AddDeviceDialogProps {
  /** The station of the device. Without it, people choose one in the dialog. */
  station?: { id: number; name: string };
  /** A device that reports and has no station yet. Without it, people type a serial number. */
  device?: { sn: string; kind: DeviceKind };
  onClose: () => void;
}

function useAddDevice({ station, device, onClose }: AddDeviceDialogProps) {
  const { t } = useTranslation('devices');
  const [draft, setDraft] = useState<DeviceDraft>({
    station,
    sn: device?.sn ?? '',
    kind: device?.kind ?? 'inverter',
    name: '',
    parentSn: '',
    meterRole: 'grid',
    claimCode: '',
  });
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(false);
  const [secret, setSecret] = useState('');
  const add = useAction('addDevice', {
    quiet: true,
    invalidates: ['listDevices', 'getDevice', 'getStation'],
    onDone: (added) => {
      if (added.secret !== '') return setSecret(added.secret);
      showNotice('success', t('add.done', { sn: added.device.sn }));
      onClose();
    },
  });
  const problems = draftProblems(draft);
  // The field comes with the question for the code and stays, whatever becomes of the question.
  if (!asked && asksForClaim(add.error)) setAsked(true);
  return {
    draft,
    asked,
    secret,
    busy: add.isPending,
    error: add.error,
    wrong: (problem: (typeof problems)[number]) => tried && problems.includes(problem),
    change(part: Partial<DeviceDraft>) {
      setDraft({ ...draft, ...part });
      add.reset();
    },
    submit() {
      setTried(true);
      if (problems.length > 0 || !draft.station) return;
      add.mutate({ params: { id: draft.station.id }, body: deviceBody(draft) });
    },
  };
}

/** Refusals that stand at their field. */
const BY_KEY = { wrongClaimCode: 'claimCode' } as const;

/**
 * Registers a device at a station by its serial number, or binds one that reports already, by its claim code where the server asks for it.
 * A new secret is shown once.
 */
export function AddDeviceDialog(props: AddDeviceDialogProps) {
  const { station, device, onClose } = props;
  const { t } = useTranslation(['devices', 'disputes']);
  const ruleText = useRuleText();
  const [claiming, setClaiming] = useState(false);
  const { draft, asked, secret, busy, error, wrong, change, submit } = useAddDevice(props);
  // A device that showed its claim code goes on with the secret that it has until it uses the new one.
  const hint = draft.claimCode.trim() === '' ? undefined : t('secret.rotate.hint');
  if (secret !== '')
    return <DeviceSecret sn={draft.sn.trim()} secret={secret} hint={hint} onClose={onClose} />;
  if (claiming && draft.station)
    return (
      <ClaimDeviceDialog
        stationId={draft.station.id}
        sn={draft.sn.trim()}
        claimCode={draft.claimCode}
        onSent={onClose}
        onClose={() => setClaiming(false)}
      />
    );
  return (
    <ActionDialog
      title={station ? t('add.titleAt', { name: station.name }) : t('add.titleOf', { sn: draft.sn })}
      okText={t('add.action')}
      busy={busy}
      error={error?.error === 'wrongClaimCode' ? null : error}
      errorHint={
        error?.error === 'snTaken' ? (
          <Button onClick={() => setClaiming(true)}>{t('disputes:claim.link')}</Button>
        ) : undefined
      }
      onOk={submit}
      onClose={onClose}
    >
      {station ? null : (
        <StationField
          value={draft.station}
          error={wrong('station') ? t('add.stationProblem') : undefined}
          onChange={(chosen) => change({ station: chosen, parentSn: '' })}
        />
      )}
      {device ? null : (
        <Field
          label={t('column.sn')}
          value={draft.sn}
          maxLength={64}
          autoComplete="off"
          hint={t('add.snHint')}
          error={wrong('sn') ? ruleText('snInvalid') : fieldErrors(error)['sn']}
          onChange={(event) => change({ sn: event.target.value })}
        />
      )}
      {asked ? (
        <ClaimCodeField
          value={draft.claimCode}
          autoFocus
          error={wrong('claimCode') ? ruleText('claimCodeInvalid') : fieldErrors(error, BY_KEY)['claimCode']}
          onChange={(claimCode) => change({ claimCode })}
        />
      ) : null}
      <KindFields draft={draft} onChange={change} />
      <ParentField draft={draft} onChange={(parentSn) => change({ parentSn })} />
      {device ? null : <p className={styles.how}>{t('add.how')}</p>}
    </ActionDialog>
  );
}
