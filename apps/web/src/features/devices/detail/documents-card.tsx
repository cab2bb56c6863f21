import type { DeviceDetail, ProductFile } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount, useMay, usePersonal } from '../../../lib/session/session-context.tsx';
import { AddFiles, FileProblems, useRemoveFile } from '../../../parts/files/file-list.tsx';
import { FileRow } from '../../../parts/files/file-row.tsx';
import files from '../../../parts/files/files.module.css';
import { useFileWork } from '../../../parts/files/use-file-work.ts';
import { sendFile } from '../../../parts/stations/files/send-file.ts';
import { StationFileRow } from '../../../parts/stations/files/station-file-row.tsx';
import { Card } from '../../../ui/page/card.tsx';

interface DocumentsCardProps {
  device: DeviceDetail;
  stationId: number;
}

/** Pictures and documents of the device, and those of its product. Draws nothing for visitors. */
export function DocumentsCard({ device, stationId }: DocumentsCardProps) {
  const { t } = useTranslation(['devices', 'stations']);
  const { visitor } = useAccount();
  const call = useCallFunction();
  const kept = useCall('listStationFiles', { params: { id: stationId } }, { enabled: !visitor });
  const authority = useCall('plantAuthority', { query: { id: stationId, type: 1 } }, { enabled: !visitor });
  const work = useFileWork({
    send: (file) => sendFile(call, { stationId, deviceId: device.id, ...file }),
    remove: (fileId) => call('removeStationFile', { params: { id: stationId, fileId } }, { quiet: true }),
    lists: ['listStationFiles'],
  });
  const removal = useRemoveFile(work);
  const ofProduct = useProductFiles(device);
  if (visitor || !kept.data) return null;
  const own = kept.data.filter(({ deviceId }) => deviceId === device.id);
  const mayEdit = authority.data?.permissions.includes('stations.edit') ?? false;
  return (
    <Card title={t('about.documents')}>
      <div className={files.stack}>
        <FileProblems problems={work.problems} />
        {own.length + ofProduct.length > 0 ? (
          <ul className={files.list}>
            {own.map((file) => (
              <StationFileRow
                key={file.id}
                stationId={stationId}
                file={file}
                onRemove={mayEdit ? () => removal.ask(file) : undefined}
              />
            ))}
            {device.product
              ? ofProduct.map((file) => (
                  <ProductFileRow key={`product ${file.id}`} productId={device.product!.id} file={file} />
                ))
              : null}
          </ul>
        ) : (
          <p className={files.hint}>{t('stations:files.none')}</p>
        )}
        {mayEdit ? <AddFiles work={work} /> : null}
      </div>
      {removal.dialog}
    </Card>
  );
}

/** Documents of the product that it is, for who sees the library. */
function useProductFiles({ product }: DeviceDetail): readonly ProductFile[] {
  const [sees, personal] = [useMay('operations.view'), usePersonal()];
  const enabled = sees && !personal && product !== null;
  const found = useCall('listProductFiles', { params: { id: product?.id ?? 0 } }, { enabled });
  return (found.data ?? []).filter(({ kind }) => kind === 'document');
}

function ProductFileRow({ productId, file }: { productId: number; file: ProductFile }) {
  const call = useCallFunction();
  const load = () => call('getProductFile', { params: { id: productId, fileId: file.id } });
  return <FileRow file={file} picture={undefined} load={load} />;
}
