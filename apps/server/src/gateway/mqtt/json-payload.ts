import { checkJsonShape } from '../../platform/bytes/check-json-shape.ts';
import { AppError } from '../../platform/errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Payload as JSON. Throws AppError malformedJson, jsonTooComplex. */
export function parseJson(payload: Buffer): unknown {
  checkJsonShape(payload);
  try {
    return JSON.parse(payload.toString()) as unknown;
  } catch {
    throw new AppError('malformedJson');
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** AppError `invalidInput` that names one field; the whole payload where the path is empty. */
export function wrongField(path: string): AppError {
  const field = path === '' ? 'payload' : path;
  return new AppError('invalidInput', { fields: field, field });
}
