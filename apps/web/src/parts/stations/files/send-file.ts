import type { Call } from '@sunfleet/api-client';
import type { StationFile, StationFileKind } from '@sunfleet/contract';

interface SentFile {
  stationId: number;
  /** The device of the station that it is about. */
  deviceId?: number;
  kind: StationFileKind;
  content: Blob;
  name: string;
}

/** Sends one file of a station. */
export function sendFile(
  call: Call,
  { stationId, deviceId, kind, content, name }: SentFile,
): Promise<StationFile> {
  const body = new FormData();
  body.append('file', content, name);
  const query = deviceId === undefined ? {} : { deviceId };
  return call('addStationFile', { params: { id: stationId, kind }, query, body }, { quiet: true });
}
