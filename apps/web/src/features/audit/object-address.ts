import type { AuditEntry } from '@sunfleet/contract';

const PAGES: Readonly<Record<string, (id: string) => string>> = {
  station: (id) => `/station-detail/overview?id=${id}`,
  device: (id) => `/platformPro/equipment/device_detail?id=${id}`,
  import: (id) => `/platformPro/system/imports/run?id=${id}`,
  grant: () => '/platformPro/service/authorizations',
  label: () => '/platformPro/service/labelManagement',
  theme: () => '/platformPro/service/platform?tab=themes',
};

/** Page of what an entry is about; undefined where there is none, or where it was refused or deleted. */
export function objectAddress({ objectType, objectId, allowed, action }: AuditEntry): string | undefined {
  if (!allowed || action.endsWith('.delete')) return undefined;
  return PAGES[objectType.replace(/s$/, '')]?.(encodeURIComponent(objectId));
}
