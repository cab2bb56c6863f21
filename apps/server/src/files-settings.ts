import type { S3Place } from './platform/files/s3-place.ts';

/** `s3://bucket` or `s3://bucket/folder`, by the names that S3 allows for buckets. */
export const FILES_URL =
  /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<folder>[\w.-]+(?:\/[\w.-]+)*))?\/?$/;

type FilesSetting = `SUNFLEET_FILES_${'URL' | 'ENDPOINT' | 'REGION' | 'KEY' | 'SECRET'}`;
type FilesEnvironment = Readonly<Partial<Record<FilesSetting, string | undefined>>> & {
  SUNFLEET_FILES_ADDRESSING?: 'path' | 'host' | undefined;
};

/** The place in an S3-compatible store; undefined: files stand in the data directory. */
export function filesOf(env: FilesEnvironment): S3Place | undefined {
  const named = FILES_URL.exec(env.SUNFLEET_FILES_URL ?? '')?.groups;
  if (!named) return undefined;
  const { SUNFLEET_FILES_KEY: key, SUNFLEET_FILES_SECRET: secret } = env;
  const endpoint = env.SUNFLEET_FILES_ENDPOINT;
  return {
    bucket: named.bucket!,
    folder: named.folder,
    endpoint,
    region: env.SUNFLEET_FILES_REGION ?? 'us-east-1',
    credentials: key && secret ? { key, secret } : undefined,
    pathStyle: (env.SUNFLEET_FILES_ADDRESSING ?? (endpoint ? 'path' : 'host')) === 'path',
  };
}

/** What is wrong with the settings of files: a key without its secret would ask with other credentials than somebody meant. */
export function filesMistakes(env: FilesEnvironment): { setting: FilesSetting; message: string }[] {
  const { SUNFLEET_FILES_URL: url, SUNFLEET_FILES_KEY: key, SUNFLEET_FILES_SECRET: secret } = env;
  if (!url) {
    const given = ([`ENDPOINT`, 'REGION', 'KEY', 'SECRET'] as const)
      .map((name): FilesSetting => `SUNFLEET_FILES_${name}`)
      .filter((setting) => env[setting]);
    return given.map((setting) => ({ setting, message: 'needs SUNFLEET_FILES_URL' }));
  }
  if (key && !secret)
    return [{ setting: 'SUNFLEET_FILES_SECRET', message: 'names the secret of SUNFLEET_FILES_KEY' }];
  if (secret && !key)
    return [
      { setting: 'SUNFLEET_FILES_KEY', message: 'names the key that SUNFLEET_FILES_SECRET belongs to' },
    ];
  return [];
}
