import type { AuditEntry, AuditObject } from '@sunfleet/contract';

/** Pages of what entries are about; null where there is none. */
const PAGES: Readonly<Record<AuditObject, ((id: string) => string) | null>> = {
  station: (id) => `/station-detail/overview?id=${id}`,
  device: (id) => `/platformPro/equipment/device_detail?id=${id}`,
  import: (id) => `/platformPro/system/imports/run?id=${id}`,
  role: (id) => `/platformPro/service/permissionSetting?role=${id}`,
  organisation: (id) => `/platformPro/service/organizationInfor?id=${id}`,
  grant: () => '/platformPro/service/authorizations',
  label: () => '/platformPro/service/labelManagement',
  message: () => '/platformPro/service/platform',
  themes: () => '/platformPro/service/platform?tab=themes',
  apiKey: () => '/platformPro/system/account?tab=keys',
  passkey: () => '/platformPro/system/account?tab=security',
  user: null,
  invite: null,
  ingestKey: null,
  session: null,
};

/** Page of what an entry is about; undefined where there is none, or nothing to be seen on it. */
export function objectAddress({ objectType, objectId, objectSeen, allowed }: AuditEntry): string | undefined {
  const isThere = objectSeen || objectId === '';
  if (!allowed || !isThere || !Object.hasOwn(PAGES, objectType)) return undefined;
  return PAGES[objectType as AuditObject]?.(encodeURIComponent(objectId));
}
