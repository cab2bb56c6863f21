import {
  ADDRESSES,
  type AuditEntry,
  type AuditObject,
  deviceAddress,
  deviceBatchAddress,
  firmwareAddress,
  ownProfileAddress,
  productAddress,
  savedViewAddress,
  simAddress,
  stationAddress,
  taskAddress,
} from '@sunfleet/contract';

/** Pages of what entries are about; null where there is none. */
const PAGES: Readonly<Record<AuditObject, ((id: string) => string) | null>> = {
  station: (id) => stationAddress(id),
  device: (id) => deviceAddress(id),
  alarm: (id) => `${ADDRESSES.alarms}?state=all&shielded=all&alarm=${id}`,
  alarmRule: () => ADDRESSES.alarmRules,
  alarmShield: () => `${ADDRESSES.alarmShields}?state=all`,
  import: (id) => `${ADDRESSES.importRun}?id=${id}`,
  deviceImport: (id) => `${ADDRESSES.uploadItems}?import=${id}`,
  stationBatch: (id) => `${ADDRESSES.addStations}?batch=${id}`,
  role: (id) => `${ADDRESSES.roles}?role=${id}`,
  organisation: (id) => `${ADDRESSES.organisations}?id=${id}`,
  grant: () => ADDRESSES.authorizations,
  label: () => ADDRESSES.labels,
  component: () => ADDRESSES.components,
  product: (id) => productAddress(id),
  ownProfile: (id) => ownProfileAddress(id),
  firmware: (id) => firmwareAddress(id),
  firmwareKey: () => ADDRESSES.firmware,
  tariff: () => ADDRESSES.tariffs,
  message: () => ADDRESSES.platform,
  texts: () => ADDRESSES.uploadTexts,
  themes: () => `${ADDRESSES.platform}?tab=themes`,
  commands: () => ADDRESSES.commands,
  proposal: () => ADDRESSES.commands,
  apiKey: () => `${ADDRESSES.account}?tab=keys`,
  passkey: () => `${ADDRESSES.account}?tab=security`,
  savedView: (id) => savedViewAddress(id),
  deviceBatch: (id) => deviceBatchAddress(id),
  instruction: () => ADDRESSES.instructions,
  instructionSet: () => ADDRESSES.instructionSets,
  run: (id) => `${ADDRESSES.instructionSets}?run=${id}`,
  sim: (id) => simAddress(id),
  task: (id) => taskAddress(id),
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
