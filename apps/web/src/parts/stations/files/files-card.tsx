import type { StationDetail, StationFile } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { CoverField } from './cover-field.tsx';
import { AddFiles, FileProblems, useRemoveFile } from '../../files/file-list.tsx';
import { StationFileRow, useStationFile } from './station-file-row.tsx';
import { sendFile } from './send-file.ts';
import { useFileWork } from '../../files/use-file-work.ts';
import { useObjectUrl } from '../../files/use-object-url.ts';
import styles from '../../files/files.module.css';

/** Photo, pictures and documents of a station, and the ways to change them for who may. Draws nothing for visitors. */
export function FilesCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const { visitor } = useAccount();
  const call = useCallFunction();
  const stationId = station.id;
  const input = { params: { id: stationId } };
  const files = useCall('listStationFiles', input, { enabled: !visitor });
  const authority = useCall('plantAuthority', { query: { id: stationId, type: 1 } }, { enabled: !visitor });
  const work = useFileWork<'cover'>({
    send: (file) => sendFile(call, { stationId, ...file }),
    remove: (fileId) => call('removeStationFile', { params: { id: stationId, fileId } }, { quiet: true }),
    lists: ['listStationFiles', 'listStationCovers'],
  });
  const removal = useRemoveFile(work);
  const mayEdit = authority.data?.permissions.includes('stations.edit') ?? false;
  if (visitor || !files.data) return null;
  const cover = files.data.find(({ kind }) => kind === 'cover');
  const others = files.data.filter(({ kind, deviceId }) => kind !== 'cover' && deviceId === null);
  const setCover = (photo: Blob | undefined) => {
    if (photo) void work.addOf('cover', photo, t('files.cover'));
    else if (cover) removal.ask(cover);
  };
  return (
    <Card title={t('files.title')}>
      <div className={styles.stack}>
        <FileProblems problems={work.problems} />
        <Cover
          key={cover?.id ?? 0}
          station={station}
          cover={cover}
          mayEdit={mayEdit}
          busy={work.busy}
          onPhoto={setCover}
        />
        {others.length > 0 ? (
          <ul className={styles.list}>
            {others.map((file) => (
              <StationFileRow
                key={file.id}
                stationId={stationId}
                file={file}
                onRemove={mayEdit ? () => removal.ask(file) : undefined}
              />
            ))}
          </ul>
        ) : (
          <p className={styles.hint}>{t('files.none')}</p>
        )}
        {mayEdit ? <AddFiles work={work} /> : null}
      </div>
      {removal.dialog}
    </Card>
  );
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
  const photo = useStationFile(station.id, cover);
  const url = useObjectUrl(photo);
  const alt = t('files.coverOf', { name: station.name });
  if (mayEdit) return <CoverField photo={photo} alt={alt} busy={busy} onPhoto={onPhoto} />;
  return url ? <img className={styles.photo} src={url} alt={alt} /> : null;
}
