import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { id, idParam } from '../vocabulary.ts';

const tag = 'labels';

export const label = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** `#RRGGBB` */
  color: z.string(),
  organisationId: id,
  stations: z.number().int(),
  devices: z.number().int(),
});
export type Label = z.infer<typeof label>;

const labelBody = z.object({
  name: ruled((text) => textRule(text, 'labelNameEmpty', 32)),
  description: z.string().trim().max(200).default(''),
  color: ruled((text) => (/^#[0-9A-Fa-f]{6}$/.test(text) ? undefined : 'colorInvalid')),
});

export const listLabels = route({
  method: 'GET',
  path: '/labels',
  summary:
    "Labels of the caller's organisation, with how many of the stations and devices in scope carry each",
  tag,
  auth: 'session',
  permission: 'labels.view',
  scope: 'organisation',
  output: z.array(label),
});

export const createLabel = route({
  method: 'POST',
  path: '/labels',
  summary: "Make a label of the caller's organisation; its name is unique there",
  tag,
  auth: 'session',
  permission: 'labels.create',
  scope: 'organisation',
  reach: 'part',
  body: labelBody,
  output: label,
});

export const updateLabel = route({
  method: 'PUT',
  path: '/labels/:id',
  summary: 'Change a label',
  tag,
  auth: 'session',
  permission: 'labels.edit',
  scope: 'organisation',
  reach: 'organisation',
  params: idParam,
  body: labelBody.extend({ description: z.string().trim().max(200) }).partial(),
  output: label,
});

export const deleteLabel = route({
  method: 'DELETE',
  path: '/labels/:id',
  summary: 'Delete a label and take it off everything',
  tag,
  auth: 'session',
  permission: 'labels.delete',
  scope: 'organisation',
  reach: 'organisation',
  params: idParam,
  output: z.null(),
});

const labelIds = z.object({ labelIds: z.array(id).max(200) });

export const labelStation = route({
  method: 'PUT',
  path: '/stations/:id/labels',
  summary: "Set which of the organisation's labels a station carries, 20 at most",
  tag,
  auth: 'session',
  permission: 'labels.create',
  scope: 'station',
  params: idParam,
  body: labelIds,
  output: z.null(),
});

export const labelDevice = route({
  method: 'PUT',
  path: '/devices/:id/labels',
  summary: "Set which of the organisation's labels a device carries, 20 at most",
  tag,
  auth: 'session',
  permission: 'labels.create',
  scope: 'station',
  params: idParam,
  body: labelIds,
  output: z.null(),
});

const labelChanges = z.object({
  ids: z.array(id).min(1).max(LIMITS.labelledAtOnce),
  add: z.array(id).max(LIMITS.labelsPerObject).default([]),
  /** Taken away before `add` is put on. */
  remove: z.array(id).max(200).default([]),
});

/** How many of the objects carry other labels than before. */
const labelled = z.object({ changed: z.number().int() });

export const labelStations = route({
  method: 'PUT',
  path: '/stations/labels',
  summary: 'Add and take away labels of up to 200 stations, of all of them or of none',
  tag,
  auth: 'session',
  permission: 'labels.create',
  scope: 'station',
  body: labelChanges,
  output: labelled,
});

export const labelDevices = route({
  method: 'PUT',
  path: '/devices/labels',
  summary: 'Add and take away labels of up to 200 devices, of all of them or of none',
  tag,
  auth: 'session',
  permission: 'labels.create',
  scope: 'station',
  body: labelChanges,
  output: labelled,
});
