import type { Call } from '@sunfleet/api-client';
import type { StationFile, StationFileKind } from '@sunfleet/contract';

interface SentFile {
  stationId: number;
  kind: StationFileKind;
  content: Blob;
  name: string;
}

/** Sends one file of a station. */
export function sendFile(call: Call, { stationId, kind, content, name }: SentFile): Promise<StationFile> {
  const body = new FormData();
  body.append('file', content, name);
  return call('addStationFile', { params: { id: stationId, kind }, body }, { quiet: true });
}
