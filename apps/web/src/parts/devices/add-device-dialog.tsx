import type { DeviceDetail, DeviceKind } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { useDraft } from '../../lib/draft.ts';
import { useRuleText } from '../../lib/i18n/use-rule-text.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { ClaimDeviceDialog } from '../disputes/claim-device-dialog.tsx';
import { ProductField } from '../products/product-field.tsx';
import { ClaimCodeField } from './claim-code-field.tsx';
import {
  asksForClaim,
  type DeviceDraft,
  type DeviceProblem,
  deviceBody,
  draftProblems,
} from './device-draft.ts';
import { KindFields } from './kind-fields.tsx';
import { ModelFields } from './model-fields.tsx';
import { ParentField } from './parent-field.tsx';
import { SerialField } from './serial-field.tsx';
import { StationField } from './station-field.tsx';
import styles from './devices.module.css';

const DeviceSecret = lazyPart(() => import('./device-secret.tsx').then((part) => part.DeviceSecret));

interface AddDeviceDialogProps {
  /** The station of the device. Without it, people choose one in the dialog. */
  station?: { id: number; name: string };
  /** A device that reports and has no station yet. Without it, people type a serial number. */
  device?: { sn: string; kind: DeviceKind };
  /** The device is there; its secret may still be shown. */
  onAdded?: () => void;
  onClose: () => void;
}

/** Typed things that are kept until they are sent; a claim code is a proof and is not. */
type KeptDraft = Omit<DeviceDraft, 'claimCode'>;

function useDeviceDraft({ station, device }: Pick<AddDeviceDialogProps, 'station' | 'device'>) {
  const [kept, keep, forget] = useDraft<KeptDraft>(`device.${station?.id ?? device?.sn ?? 'anywhere'}`, {
    station,
    sn: device?.sn ?? '',
    kind: device?.kind ?? 'inverter',
    name: '',
    profileId: '',
    manufacturer: '',
    model: '',
    product: null,
    parentSn: '',
    meterRole: 'grid',
  });
  const [claimCode, setClaimCode] = useState('');
  const draft: DeviceDraft = { ...kept, claimCode };
  return {
    draft,
    forget,
    change({ claimCode: code, ...part }: Partial<DeviceDraft>) {
      if (code !== undefined) setClaimCode(code);
      keep({ ...kept, ...part });
    },
  };
}

interface Added {
  device: DeviceDetail;
  secret: string;
}

function useAddDevice({ station, device, onAdded, onClose }: AddDeviceDialogProps) {
  const { t } = useTranslation('devices');
  const { draft, change, forget } = useDeviceDraft({ station, device });
  const [left, setLeft] = useState<ReadonlySet<DeviceProblem>>(new Set());
  const [asked, setAsked] = useState(false);
  const [added, setAdded] = useState<Added>();
  const add = useAction('addDevice', {
    quiet: true,
    invalidates: ['listDevices', 'getDevice', 'getStation'],
    onDone: (done) => {
      forget();
      onAdded?.();
      if (done.secret !== '') return setAdded(done);
      showNotice('success', t('add.done', { sn: done.device.sn }));
      onClose();
    },
  });
  const problems = draftProblems(draft);
  // The field comes with the question for the code and stays, whatever becomes of the question.
  if (!asked && asksForClaim(add.error)) setAsked(true);
  return {
    draft,
    asked,
    added,
    busy: add.isPending,
    error: add.error,
    wrong: (problem: DeviceProblem) => left.has(problem) && problems.includes(problem),
    /** A field was left, or what is in it is to be sent: from now on it says what is wrong. */
    leave: (problem: DeviceProblem) => setLeft(new Set([...left, problem])),
    change(part: Partial<DeviceDraft>) {
      change(part);
      add.reset();
    },
    submit() {
      setLeft(new Set(problems));
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
  const { draft, asked, added, busy, error, wrong, leave, change, submit } = useAddDevice(props);
  // A device that showed its claim code goes on with the secret that it has until it uses the new one.
  const hint = draft.claimCode.trim() === '' ? undefined : t('secret.rotate.hint');
  if (added)
    return (
      <Suspense fallback={null}>
        <DeviceSecret {...added} hint={hint} onClose={onClose} />
      </Suspense>
    );
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
      title={titleOf(t, props)}
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
        <SerialField
          label={t('column.sn')}
          hint={t('add.snHint')}
          value={draft.sn}
          error={wrong('sn') ? ruleText('snInvalid') : fieldErrors(error)['sn']}
          onChange={(sn) => change({ sn })}
          onBlur={() => (draft.sn === '' ? undefined : leave('sn'))}
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
      <ProductField
        value={draft.product}
        kind={draft.kind}
        error={fieldErrors(error)['productId']}
        onChange={(product) => change({ product })}
      />
      <ModelFields draft={draft} onChange={change} />
      <ParentField draft={draft} onChange={(parentSn) => change({ parentSn })} />
      {device ? null : <p className={styles.how}>{t('add.how')}</p>}
    </ActionDialog>
  );
}

function titleOf(t: TFunction<['devices', 'disputes']>, { station, device }: AddDeviceDialogProps): string {
  if (station) return t('add.titleAt', { name: station.name });
  return device ? t('add.titleOf', { sn: device.sn }) : t('add.action');
}
