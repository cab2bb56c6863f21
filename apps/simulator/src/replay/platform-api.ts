import type { RecordedDevice, RecordedStation } from './recorded-plant.ts';

/** The platform's public API, as far as a replay needs it. Every call throws an error with the platform's own words. */
export interface PlatformApi {
  /** Names of stations that begin with this text. */
  stationNames(name: string): Promise<string[]>;
  /** Id of the new station. */
  createStation(station: RecordedStation): Promise<number>;
  /** Secret of the new device. */
  addDevice(stationId: number, sn: string, device: RecordedDevice): Promise<string>;
}

/** Signs in and answers the API of that account. */
export async function signIn(url: string, account: string, password: string): Promise<PlatformApi> {
  const base = `${url.replace(/\/$/, '')}/api`;
  let token = '';
  async function call(method: string, route: string, body?: unknown): Promise<unknown> {
    const response = await fetch(base + route, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      throw new Error(`No server at ${url}: ${error.message}. Is it running (npm start)?`);
    });
    const answer = (await response.json().catch(() => ({}))) as { msg?: string; data?: unknown };
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${answer.msg ?? ''}`);
    return answer.data;
  }
  token = field(await call('POST', '/ups/user/login', { account, password }), 'token', 'string');
  return {
    async stationNames(name) {
      const page = await call('GET', `/stations?pageSize=100&q=${encodeURIComponent(name)}`);
      return rows(page).map((item) => field(item, 'name', 'string'));
    },
    createStation: async (station) => field(await call('POST', '/stations', station), 'id', 'number'),
    async addDevice(stationId, sn, { kind, manufacturer, model, ratedPower }) {
      const body = { sn, kind, manufacturer, model, ratedPower };
      return field(await call('POST', `/stations/${stationId}/devices`, body), 'secret', 'string');
    },
  };
}

function rows(page: unknown): unknown[] {
  if (typeof page === 'object' && page !== null && 'rows' in page && Array.isArray(page.rows))
    return page.rows;
  throw new Error('The server answered no page of stations.');
}

function field(data: unknown, name: string, type: 'string'): string;
function field(data: unknown, name: string, type: 'number'): number;
function field(data: unknown, name: string, type: string): unknown {
  const value =
    typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
  if (typeof value !== type) throw new Error(`The server answered no ${name}.`);
  return value;
}
