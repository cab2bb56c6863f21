import type { ImageSource } from './firmware-device.ts';

/** Fetches images from the platform by HTTP ranges. */
export function createHttpImageSource({ url, sn }: { url: string; sn: string }): ImageSource {
  const address = `${url.replace(/\/$/, '')}/api/ingest/v1/${encodeURIComponent(sn)}/firmware`;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  return {
    async fetch({ token }, from) {
      const response = await fetch(address, { headers: { ...bearer(token), range: `bytes=${from}-` } });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status === 206) return bytes;
      if (response.status >= 400 && response.status < 500 && response.status !== 429) return 'refused';
      throw new Error(`answer ${response.status}`);
    },
    async report({ token }, body) {
      const headers = { ...bearer(token), 'content-type': 'application/json' };
      await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    },
  };
}
