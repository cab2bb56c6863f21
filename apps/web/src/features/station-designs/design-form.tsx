import type { StationDesign, StationDetail } from '@sunfleet/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useDraft } from '../../lib/draft.ts';
import { Button } from '../../ui/form/button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { LeaveGuard } from '../../ui/form/leave-guard.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { DesignFile } from './design-file.tsx';
import { draftFaults, EMPTY_ARRAY, versionDraft, versionOf, type VersionDraft } from './design-draft.ts';
import styles from './design.module.css';
import { useHistory } from './use-history.ts';
import { VersionFields } from './version-fields.tsx';

interface DesignFormProps {
  station: StationDetail;
  design: StationDesign;
  onClose: () => void;
}

interface Draft {
  /** The one that the draft began with. */
  revision: number;
  versions: readonly VersionDraft[];
}

const startOf = ({ revision, versions }: StationDesign): Draft => ({
  revision,
  versions:
    versions.length > 0
      ? versions.map(versionDraft)
      : [{ from: '', arrays: [EMPTY_ARRAY], inverters: [], coldest: '', hottest: '', horizon: '' }],
});

/** Changes the arrays of a station. What was typed is kept until it is saved or left behind on purpose. */
export function DesignForm({ station, design, onClose }: DesignFormProps) {
  const { t } = useTranslation(['station-designs', 'rules']);
  const [start] = useState(() => startOf(design));
  const [draft, keep, forget] = useDraft<Draft>(`designs.${station.id}`, start);
  const history = useHistory(draft, keep);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tries, setTries] = useState(0);
  const element = useRef<HTMLFormElement>(null);
  const current = useCall('stationDesignOf', { params: { id: station.id } });
  const save = useAction('setStationDesign', {
    quiet: true,
    invalidates: ['stationDesignOf', 'stationPower', 'getStation'],
    onDone: () => {
      forget();
      showNotice('success', t('saved'));
      onClose();
    },
  });
  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const faults = draftFaults(draft.versions);
  const errorAt = (place: string, always = false): string | undefined => {
    const rule = faults.get(place);
    return rule && (always || tries > 0 || touched.has(place)) ? t(rule, { ns: 'rules' }) : undefined;
  };
  const change = (versions: readonly VersionDraft[]) => history.change({ ...draft, versions });
  const send = (revision: number) =>
    save.mutate({ params: { id: station.id }, body: { revision, versions: draft.versions.map(versionOf) } });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTries(tries + 1);
    if (faults.size === 0) send(draft.revision);
  };
  const outdated = save.error?.error === 'designChanged';
  const isChanged = JSON.stringify(draft.versions) !== JSON.stringify(start.versions);
  return (
    <form ref={element} className={styles.form} onSubmit={submit} noValidate>
      {draft.versions.map((version, at) => (
        // Versions have no identity but their place.
        // oxlint-disable-next-line no-array-index-key
        <VersionFields
          key={at}
          version={version}
          station={station}
          errorAt={(place, always) => errorAt(`${at}.${place}`, always)}
          onLeave={(place) => setTouched(new Set([...touched, `${at}.${place}`]))}
          onChange={(next) => change(draft.versions.with(at, next))}
          onRemove={
            draft.versions.length > 1
              ? () => change(draft.versions.filter((_, other) => other !== at))
              : undefined
          }
        />
      ))}
      {errorAt('') ? (
        <p role="alert" className={styles.warning}>
          {errorAt('')}
        </p>
      ) : null}
      <DesignFile station={station} versions={draft.versions} onRead={change} />
      <FormFailure
        error={save.error}
        hint={
          outdated ? (
            <div className={styles.foot}>
              <Button
                onClick={async () => {
                  const { data } = await current.refetch();
                  if (data) send(data.revision);
                }}
              >
                {t('keepMine')}
              </Button>
              <Button
                onClick={() => {
                  forget();
                  onClose();
                }}
              >
                {t('takeTheirs')}
              </Button>
            </div>
          ) : null
        }
      />
      <div className={styles.foot}>
        <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
          {t('save')}
        </Button>
        <Button
          onClick={() => {
            forget();
            onClose();
          }}
        >
          {t('cancel')}
        </Button>
        <Button disabled={!history.undo} onClick={() => history.undo?.()}>
          {t('undo')}
        </Button>
        <Button disabled={!history.redo} onClick={() => history.redo?.()}>
          {t('redo')}
        </Button>
        <Button onClick={() => change([...draft.versions, { ...draft.versions.at(-1)!, from: '' }])}>
          {t('addVersion')}
        </Button>
        {design.versions.length > 0 ? <span className={styles.muted}>{t('past')}</span> : null}
      </div>
      <LeaveGuard active={isChanged && !save.isPending} onLeave={forget} />
    </form>
  );
}
