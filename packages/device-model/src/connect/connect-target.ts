/** A device and where it sends what it measures. */
export interface ConnectTarget {
  sn: string;
  /** Secret of the device. */
  secret: string;
  /** Code of its organisation. */
  organisation: string;
  /** Web and API, without a slash at the end. */
  url: string;
  /** Absent where devices connect to a broker whose address nobody named. */
  mqtt?: { host: string; port: number; tls: boolean } | undefined;
}

/** Where readings are pushed to over HTTP. */
export const pushUrlOf = ({ url, sn }: Pick<ConnectTarget, 'url' | 'sn'>): string =>
  `${url}/api/ingest/v1/${encodeURIComponent(sn)}/telemetry`;

/** Topic of readings over MQTT. */
export const telemetryTopicOf = ({ organisation, sn }: Pick<ConnectTarget, 'organisation' | 'sn'>): string =>
  `pv/v1/${organisation}/${sn}/up/telemetry`;

/** A reading to try a connection with. */
export const FIRST_READING = '{"v":{"ac.power":1234}}';
