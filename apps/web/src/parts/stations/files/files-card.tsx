import { CallError } from '@sunfleet/api-client';
import { LIMITS, type StationDetail, type StationFile } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { download } from '../../../ui/chart/download.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ChooseFiles } from '../../../ui/form/choose-files.tsx';
import { CoverField } from './cover-field.tsx';
import { sendFile } from './send-file.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { useObjectUrl } from './use-object-url.ts';
import styles from './files.module.css';

/** Photo, pictures and documents of a station, and the ways to change them for who may. Draws nothing for visitors. */
export function FilesCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const { visitor } = useAccount();
  const input = { params: { id: station.id } };
  const files = useCall('listStationFiles', input, { enabled: !visitor });
  const authority = useCall('plantAuthority', { query: { id: station.id, type: 1 } }, { enabled: !visitor });
  const work = useFileWork(station.id);
  const mayEdit = authority.data?.permissions.includes('stations.edit') ?? false;
  const [removing, setRemoving] = useState<StationFile>();
  if (visitor || !files.data) return null;
  const cover = files.data.find(({ kind }) => kind === 'cover');
  const others = files.data.filter(({ kind }) => kind !== 'cover');
  return (
    <Card title={t('files.title')}>
      <div className={styles.stack}>
        {work.problems.length > 0 ? (
          <ul role="alert" className={styles.problems}>
            {work.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        ) : null}
        <Cover
          key={cover?.id ?? 0}
          station={station}
          cover={cover}
          mayEdit={mayEdit}
          busy={work.busy}
          onPhoto={(photo) => (photo ? void work.addCover(photo) : cover ? setRemoving(cover) : undefined)}
        />
        {others.length > 0 ? (
          <ul className={styles.list}>
            {others.map((file) => (
              <FileRow
                key={file.id}
                stationId={station.id}
                file={file}
                {...(mayEdit ? { onRemove: () => setRemoving(file) } : {})}
              />
            ))}
          </ul>
        ) : (
          <p className={styles.hint}>{t('files.none')}</p>
        )}
        {mayEdit ? (
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
            <p className={styles.hint}>{t('files.addHint', { most: LIMITS.stationFilesAtOnce })}</p>
          </div>
        ) : null}
      </div>
      {removing ? (
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
      ) : null}
    </Card>
  );
}

/** What is done to the files of a station. What is refused is told by the name of its file, and the others are kept. */
function useFileWork(stationId: number) {
  const { t } = useTranslation(['stations', 'common']);
  const { t: common } = useTranslation('common');
  const call = useCallFunction();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const run = async (work: (tell: (problem: string) => void) => Promise<void>) => {
    setBusy(true);
    const told: string[] = [];
    await work((problem) => told.push(problem));
    setProblems(told);
    await Promise.all(
      ['listStationFiles', 'listStationCovers'].map((route) =>
        client.invalidateQueries({ queryKey: [route] }),
      ),
    );
    setBusy(false);
  };
  const reasonOf = (error: unknown) =>
    error instanceof CallError ? failureText(error, common) : t('files.unreadable');
  const addOne = async (file: File) => {
    const isDocument = file.type === 'application/pdf';
    const content = isDocument ? file : await shrinkPicture(file);
    const kind = isDocument ? 'document' : 'picture';
    await sendFile(call, { stationId, kind, content, name: file.name });
  };
  return {
    busy,
    problems,
    add: (files: readonly File[]) =>
      run(async (tell) => {
        const most = LIMITS.stationFilesAtOnce;
        if (files.length > most) return tell(t('files.tooMany', { most }));
        for (const file of files)
          await addOne(file).catch((error: unknown) => tell(`${file.name}: ${reasonOf(error)}`));
      }),
    addCover: (content: Blob) =>
      run((tell) =>
        sendFile(call, { stationId, kind: 'cover', content, name: t('files.cover') }).then(
          () => undefined,
          (error: unknown) => tell(reasonOf(error)),
        ),
      ),
    remove: (fileId: number) =>
      run((tell) =>
        call('removeStationFile', { params: { id: stationId, fileId } }, { quiet: true }).then(
          () => undefined,
          (error: unknown) => tell(reasonOf(error)),
        ),
      ),
  };
}

interface CoverProps {
  station: StationDetail;
  cover: StationFile | undefined;
  mayEdit: boolean;
  busy: boolean;
  onPhoto: (photo: Blob | undefined) => void;
}

function Cover({ station, cover, mayEdit, busy, onPhoto }: CoverProps) {
  const { t } = useTranslation('stations');
  const photo = useFile(station.id, cover);
  const url = useObjectUrl(photo);
  const alt = t('files.coverOf', { name: station.name });
  if (mayEdit) return <CoverField photo={photo} alt={alt} busy={busy} onPhoto={onPhoto} />;
  return url ? <img className={styles.photo} src={url} alt={alt} /> : null;
}

/** The content of a file. */
function useFile(stationId: number, file: StationFile | undefined): Blob | undefined {
  const params = { id: stationId, fileId: file?.id ?? 0 };
  return useCall('getStationFile', { params }, { enabled: file !== undefined }).data;
}

interface FileRowProps {
  stationId: number;
  file: StationFile;
  onRemove?: () => void;
}

function FileRow({ stationId, file, onRemove }: FileRowProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const call = useCallFunction();
  const isPicture = file.kind === 'picture';
  const picture = useFile(stationId, isPicture ? file : undefined);
  const url = useObjectUrl(picture);
  const save = () =>
    call('getStationFile', { params: { id: stationId, fileId: file.id } }).then(
      (content) => download(isPicture ? `${file.name.replace(/\.\w{1,5}$/, '')}.webp` : file.name, content),
      // It was said at the page's edge.
      () => undefined,
    );
  return (
    <li className={styles.file}>
      {url ? <img className={styles.small} src={url} alt="" /> : null}
      <span className={styles.name}>
        {file.name}
        <span className={styles.hint}>{`${format.number(Math.ceil(file.bytes / 1024), 0)} KB`}</span>
      </span>
      <Button aria-label={t('files.save', { name: file.name })} onClick={() => void save()}>
        ↓
      </Button>
      {onRemove ? (
        <Button aria-label={t('files.removeOf', { name: file.name })} onClick={onRemove}>
          ✕
        </Button>
      ) : null}
    </li>
  );
}
