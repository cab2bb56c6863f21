/**
 * The error catalogue: key (also the i18n key `errors.<key>`), HTTP status and stable numeric code.
 * The envelope's `code` is 200 on success; a client rejects anything above it. 401 is the code of every missing or dead session.
 */
export const ERRORS = {
  invalidInput: { status: 400, code: 40000 },
  malformedJson: { status: 400, code: 40001 },
  numberOutOfRange: { status: 400, code: 40002 },
  timeOutOfRange: { status: 400, code: 40003 },
  tooManyPoints: { status: 400, code: 40004 },
  unknownPoint: { status: 400, code: 40005 },
  rangeTooLong: { status: 400, code: 40006 },
  malformedLineProtocol: { status: 400, code: 40007 },
  malformedCsv: { status: 400, code: 40008 },
  importMappingIncomplete: { status: 400, code: 40009 },
  unauthorised: { status: 401, code: 401 },
  wrongCredentials: { status: 400, code: 40020 },
  accountLocked: { status: 400, code: 40021 },
  wrongDeviceSecret: { status: 401, code: 40101 },
  wrongIngestKey: { status: 401, code: 40102 },
  noDataPermission: { status: 403, code: 40300 },
  visitorReadOnly: { status: 403, code: 40301 },
  notFound: { status: 404, code: 40400 },
  stationNotFound: { status: 404, code: 40401 },
  deviceNotFound: { status: 404, code: 40402 },
  alarmNotFound: { status: 404, code: 40403 },
  importNotFound: { status: 404, code: 40404 },
  snTaken: { status: 409, code: 40901 },
  deviceAlreadyBound: { status: 409, code: 40902 },
  payloadTooLarge: { status: 413, code: 41300 },
  unsupportedFileType: { status: 415, code: 41500 },
  tooManyRequests: { status: 429, code: 42900 },
  internal: { status: 500, code: 50000 },
  storeUnavailable: { status: 503, code: 50300 },
  starting: { status: 503, code: 50301 },
} as const;

export type ErrorKey = keyof typeof ERRORS;

/** One wrong field: `path` as in the request (`body.email`), `message` in the caller's language. */
export interface FieldError {
  path: string;
  message: string;
}
