import { telemetryBody, UplinkError, type Uplink } from './uplink.ts';

export interface HttpUplinkOptions {
  /** Address of the platform, `http://host:port`. */
  url: string;
  sn: string;
  /** Asked for every message: the platform may have given another one meanwhile. */
  secret: () => string;
  /** Told when the platform gives the device a new secret. */
  onSecret?: (secret: string) => void;
  /** ms for one request. */
  timeoutMs?: number;
}

/** Sends readings by the platform's push route. */
export function createHttpUplink({
  url,
  sn,
  secret,
  onSecret,
  timeoutMs = 60_000,
}: HttpUplinkOptions): Uplink<string> {
  const address = `${url.replace(/\/$/, '')}/api/ingest/v1/${encodeURIComponent(sn)}/telemetry`;
  return {
    async send(messages) {
      // Not AbortSignal.timeout: its timer would hold every body sent within the last minute.
      const giveUp = new AbortController();
      const timer = setTimeout(() => giveUp.abort(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
      try {
        const body = telemetryBody(messages);
        const headers = { authorization: `Bearer ${secret()}`, 'content-type': 'application/json' };
        const response = await fetch(address, { method: 'POST', headers, body, signal: giveUp.signal });
        const text = await response.text();
        if (!response.ok) throw refusal(sn, response.status, text);
        const { newSecret } = (JSON.parse(text) as { data?: { newSecret?: string } }).data ?? {};
        if (newSecret !== undefined) onSecret?.(newSecret);
      } catch (error) {
        if (error instanceof UplinkError) throw error;
        throw new UplinkError(
          'unreachable',
          `${sn}: ${error instanceof Error ? error.message : String(error)}`,
        );
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => Promise.resolve(),
  };
}

function refusal(sn: string, status: number, text: string): UplinkError {
  const failure = status >= 500 || status === 429 ? 'unreachable' : 'refused';
  return new UplinkError(failure, `${sn}: HTTP ${status} ${text.slice(0, 200)}`);
}
