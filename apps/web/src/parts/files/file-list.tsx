import { LIMITS } from '@sunfleet/contract';
import { Spin } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import styles from './files.module.css';
import type { useFileWork } from './use-file-work.ts';

/** A file that is asked for, before it is removed. */
export interface RemovedFile {
  id: number;
  name: string;
}

type FileWork = Pick<ReturnType<typeof useFileWork>, 'busy' | 'problems' | 'add' | 'remove'>;

/** What was refused of files that somebody sent. */
export function FileProblems({ problems }: Pick<FileWork, 'problems'>) {
  if (problems.length === 0) return null;
  return (
    <ul role="alert" className={styles.problems}>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

/** Chooses files to add, several at once. */
export function AddFiles({ work, hint }: { work: FileWork; hint?: string }) {
  const { t } = useTranslation('stations');
  return (
    <div>
      <div className={styles.buttons}>
        <ChooseFiles
          label={t('files.add')}
          accept="image/*,application/pdf"
          multiple
          disabled={work.busy}
          onFiles={(chosen) => void work.add(chosen)}
        />
        {work.busy ? <Spin size="small" /> : null}
      </div>
      <p className={styles.hint}>{hint ?? t('files.addHint', { most: LIMITS.stationFilesAtOnce })}</p>
    </div>
  );
}

/** Asks before a file is removed. */
export function useRemoveFile(work: FileWork): { ask: (file: RemovedFile) => void; dialog: ReactNode } {
  const { t } = useTranslation('stations');
  const [removing, setRemoving] = useState<RemovedFile>();
  const dialog = removing ? (
    <ActionDialog
      title={t('files.removeOf', { name: removing.name })}
      okText={t('files.remove')}
      danger
      busy={work.busy}
      onClose={() => setRemoving(undefined)}
      onOk={() => void work.remove(removing.id).then(() => setRemoving(undefined))}
    >
      <p>{t('files.removeAsk', { name: removing.name })}</p>
    </ActionDialog>
  ) : null;
  return { ask: setRemoving, dialog };
}
