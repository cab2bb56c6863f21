import { telemetryJson, UplinkError, type Uplink } from './uplink.ts';

export interface HttpUplinkOptions {
  /** Address of the platform, `http://host:port`. */
  url: string;
  sn: string;
  secret: string;
  /** ms for one request. */
  timeoutMs?: number;
}

/** Sends readings by the platform's push route. */
export function createHttpUplink({ url, sn, secret, timeoutMs = 60_000 }: HttpUplinkOptions): Uplink {
  const address = `${url.replace(/\/$/, '')}/api/ingest/v1/${encodeURIComponent(sn)}/telemetry`;
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return {
    async send(readings) {
      const request = {
        method: 'POST',
        headers,
        body: telemetryJson(readings),
        signal: AbortSignal.timeout(timeoutMs),
      };
      const response = await fetch(address, request).catch((error: Error) => {
        throw new UplinkError('unreachable', `${sn}: ${error.message}`);
      });
      const text = await response.text();
      if (response.ok) return;
      const failure = response.status >= 500 || response.status === 429 ? 'unreachable' : 'refused';
      throw new UplinkError(failure, `${sn}: HTTP ${response.status} ${text.slice(0, 200)}`);
    },
    close: () => Promise.resolve(),
  };
}
