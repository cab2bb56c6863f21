import { LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { type Carrier, carriersOf, overfull, tickOf, toggled, toInput } from './label-changes.ts';
import { LabelChoices } from './label-choices.tsx';
import styles from './label.module.css';

const MOST = LIMITS.labelsPerObject;

export interface SeveralProps {
  of: 'station' | 'device';
  objects: readonly (Carrier & { id: number })[];
  /** The labels are changed. */
  onDone: () => void;
  onClose: () => void;
}

/** Puts labels on several stations or devices and takes them away; what nobody clicks stays on whatever carries it. */
export function LabelSeveralDialog({ of, objects, onDone, onClose }: SeveralProps) {
  const { t } = useTranslation('labels');
  const format = useFormat();
  const [changes, setChanges] = useState<ReadonlyMap<number, boolean>>(new Map());
  const save = useSave(of, onDone);
  const full = overfull(objects, changes, MOST);
  const some = (id: number) =>
    tickOf(objects, changes, id) === 'some'
      ? t('several.some', { some: carriersOf(objects, id), all: objects.length })
      : null;
  return (
    <ActionDialog
      title={t('edit')}
      okText={t('save')}
      busy={save.isPending}
      disabled={changes.size === 0 || full > 0}
      error={save.error}
      errorHint={save.error?.kind === 'refused' ? t('several.unchanged') : undefined}
      onOk={() => save.mutate({ body: { ids: objects.map(({ id }) => id), ...toInput(changes) } })}
      onClose={onClose}
    >
      <p>{t(`several.${of}`, { n: format.number(objects.length, 0) })}</p>
      <LabelChoices
        tickOf={({ id }) => tickOf(objects, changes, id)}
        onToggle={({ id }) => setChanges(toggled(objects, changes, id))}
        noteOf={({ id }) => some(id)}
      />
      <div className={styles.under}>
        <p className={styles.hint}>{t('several.hint')}</p>
        <p className={styles.problem} role="status">
          {full > 0 ? t('several.overfull', { n: format.number(full, 0), most: MOST }) : ''}
        </p>
      </div>
    </ActionDialog>
  );
}

function useSave(of: 'station' | 'device', onDone: () => void) {
  const { t } = useTranslation('labels');
  const format = useFormat();
  const options = {
    quiet: true,
    onDone: ({ changed }: { changed: number }) => {
      showNotice('success', t('several.done', { n: format.number(changed, 0) }));
      onDone();
    },
  };
  const stations = useAction('labelStations', {
    ...options,
    invalidates: ['getStation', 'listStations', 'mapStations', 'listLabels'],
  });
  const devices = useAction('labelDevices', {
    ...options,
    invalidates: ['getDevice', 'listDevices', 'listLabels'],
  });
  return of === 'station' ? stations : devices;
}
