import { isObject, parseJson, wrongField } from './json-payload.ts';

/** `online`, `true`, `1` or their opposites, bare or as `{"online": ...}`; the retained last will says the opposite. */
export function readOnline(payload: Buffer): boolean {
  const text = payload.toString('utf8', 0, 64).trim();
  if (/^"?(online|true|1)"?$/.test(text)) return true;
  if (/^"?(offline|false|0)"?$/.test(text)) return false;
  const parsed = parseJson(payload);
  if (isObject(parsed) && typeof parsed.online === 'boolean') return parsed.online;
  throw wrongField('online');
}
