import { DEVICE_KINDS, type DeviceKind } from '@sunfleet/contract';
import type { DeviceIdentity } from '../../platform/ingest.ts';
import { plainText } from '../../platform/plain-text.ts';
import { isObject, parseJson, wrongField } from './json-payload.ts';

const MOST_ATTRIBUTES = 50;
const LONGEST_NAME = 64;
/** Anything but control characters. */
const NAME = /^\P{Cc}{1,64}$/u;
const LONGEST_TEXT = 200;

const TEXTS = ['model', 'manufacturer', 'firmware', 'parentSn'] as const;

/**
 * Reads `{"model", "manufacturer", "firmware", "kind", "parentSn", "uploadInterval" (seconds), ...}`; whatever else is text,
 * number or boolean is kept by its name. Throws AppError: malformedJson, invalidInput.
 */
export function readAttributes(payload: Buffer): DeviceIdentity {
  const parsed = parseJson(payload);
  if (!isObject(parsed)) throw wrongField('');
  const entries = Object.entries(parsed);
  if (entries.length > MOST_ATTRIBUTES) throw wrongField('');
  const identity: DeviceIdentity = {};
  const attributes: Record<string, string> = {};
  for (const [name, value] of entries) {
    if (name === 'kind') identity.kind = kindOf(value);
    else if (name === 'uploadInterval') identity.uploadIntervalSeconds = intervalOf(value);
    else if (isText(name)) identity[name] = textOf(name, value);
    else attributes[name] = textOf(name, value);
  }
  if (Object.keys(attributes).length > 0) identity.attributes = attributes;
  return identity;
}

function isText(name: string): name is (typeof TEXTS)[number] {
  return (TEXTS as readonly string[]).includes(name);
}

function textOf(name: string, value: unknown): string {
  if (!NAME.test(name) || !name.isWellFormed()) throw wrongField(name.slice(0, LONGEST_NAME).toWellFormed());
  const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!plain || String(value).length > LONGEST_TEXT) throw wrongField(name);
  return plainText(String(value));
}

function kindOf(value: unknown): DeviceKind {
  const kind = DEVICE_KINDS.find((known) => known === value);
  if (!kind) throw wrongField('kind');
  return kind;
}

function intervalOf(value: unknown): number {
  if (typeof value !== 'number' || !(value >= 1 && value <= 86_400)) {
    throw wrongField('uploadInterval');
  }
  return value;
}
