import type { StationFile } from '@sunfleet/contract';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { useCall } from '../../../lib/call/use-call.ts';
import { FileRow } from '../../files/file-row.tsx';

/** The content of a file. */
export function useStationFile(stationId: number, file: StationFile | undefined): Blob | undefined {
  const params = { id: stationId, fileId: file?.id ?? 0 };
  return useCall('getStationFile', { params }, { enabled: file !== undefined }).data;
}

interface StationFileRowProps {
  stationId: number;
  file: StationFile;
  onRemove: (() => void) | undefined;
}

/** A picture or document of a station. */
export function StationFileRow({ stationId, file, onRemove }: StationFileRowProps) {
  const call = useCallFunction();
  const picture = useStationFile(stationId, file.kind === 'picture' ? file : undefined);
  const load = () => call('getStationFile', { params: { id: stationId, fileId: file.id } });
  return <FileRow file={file} picture={picture} load={load} onRemove={onRemove} />;
}
