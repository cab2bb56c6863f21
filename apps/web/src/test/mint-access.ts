import type { OutputOf } from '@sunfleet/api-client';
import type { AuditEntry, Grant, Label, StationDetail } from '@sunfleet/contract';
import { mintStationRow } from './mint.ts';

/** A page of rows as the server answers it. */
export const pageOf = <Row = never>(...rows: Row[]) => ({ total: rows.length, page: 1, pageSize: 20, rows });

/** A grant that runs, given by the caller. */
export function mintGrant(changes: Partial<Grant> = {}): Grant {
  return {
    id: 1,
    state: 'active',
    object: { kind: 'stations', stations: [{ id: 5, name: 'Barn' }] },
    from: { kind: 'organisation', id: 3, name: 'Test organisation' },
    to: { kind: 'user', id: 9, name: 'Test helper' },
    role: 'operator',
    commands: false,
    beginsAt: Date.UTC(2026, 0, 5, 9),
    endsAt: Date.UTC(2027, 0, 5, 9),
    createdAt: Date.UTC(2026, 0, 4, 9),
    answeredAt: Date.UTC(2026, 0, 5, 9),
    revokedAt: null,
    revocable: true,
    answerable: false,
    ...changes,
  };
}

/** A label that a station carries. */
export function mintLabel(changes: Partial<Label> = {}): Label {
  const id = changes.id ?? 1;
  return {
    id,
    name: `Label ${id}`,
    description: '',
    color: '#0B63BD',
    organisationId: 3,
    stations: 2,
    devices: 0,
    ...changes,
  };
}

/** An entry of the audit log: a label was renamed. */
export function mintAuditEntry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 41,
    at: Date.now() - 3_600_000,
    user: { id: 7, name: 'Test account' },
    actorKind: 'user',
    action: 'labels.update',
    allowed: true,
    objectType: 'label',
    objectId: '1',
    objectName: 'New name',
    objectSeen: true,
    before: { name: 'Old name', color: '#000000' },
    after: { name: 'New name', color: '#000000' },
    names: {},
    address: '192.0.2.7',
    ...changes,
  };
}

/** A message that could not be sent. */
export function mintMessage(
  changes: Partial<OutputOf<'listOutbox'>['rows'][number]> = {},
): OutputOf<'listOutbox'>['rows'][number] {
  return {
    id: 1,
    channel: 'mail',
    to: 'somebody@example.test',
    template: 'login',
    language: 'en-US',
    subject: 'Your code',
    text: 'Your code is 123456.',
    redacted: false,
    state: 'failed',
    tries: 3,
    error: 'connection refused',
    createdAt: Date.now() - 3_600_000,
    nextTryAt: null,
    sentAt: null,
    ...changes,
  };
}

/** A station with everything its page asks for. */
export function mintStationDetail(changes: Partial<StationDetail> = {}): StationDetail {
  return {
    ...mintStationRow({ id: 5, name: 'Barn' }),
    gridType: 'selfConsumption',
    latitude: 40,
    longitude: -3,
    elevation: null,
    tilt: null,
    azimuth: null,
    ownerPhone: null,
    province: null,
    city: null,
    district: null,
    postCode: null,
    contactPhone: null,
    contactEmail: null,
    notes: null,
    currency: null,
    priceBuy: null,
    priceFeedIn: null,
    firstPowerOn: null,
    installedOn: null,
    createdAt: Date.UTC(2026, 0, 5, 8),
    version: 1,
    today: '2026-06-21',
    sunrise: null,
    sunset: null,
    ...changes,
  };
}
