import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createLabel } from './create-label.ts';
import { deleteLabel } from './delete-label.ts';
import { labelDevices } from './label-devices.ts';
import { labelStations } from './label-stations.ts';
import { listLabels } from './list-labels.ts';
import { updateLabel } from './update-label.ts';

export function registerLabelsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listLabels', ({ actor }) => listLabels(platform, actor));
  registerRoute(server, 'createLabel', (context, { body }) => createLabel(platform, context, body));
  registerRoute(server, 'updateLabel', (context, { params, body }) =>
    updateLabel(platform, context, { id: params.id, changes: body }),
  );
  registerRoute(server, 'deleteLabel', (context, { params }) => deleteLabel(platform, context, params.id));
  registerRoute(server, 'labelStation', async (context, { params, body }) => {
    await labelStations(platform, context, { ids: [params.id], ...exactly(body) });
    return null;
  });
  registerRoute(server, 'labelDevice', async (context, { params, body }) => {
    await labelDevices(platform, context, { ids: [params.id], ...exactly(body) });
    return null;
  });
  registerRoute(server, 'labelStations', async (context, { body }) => ({
    changed: await labelStations(platform, context, { ids: body.ids, ...withoutAndWith(body) }),
  }));
  registerRoute(server, 'labelDevices', async (context, { body }) => ({
    changed: await labelDevices(platform, context, { ids: body.ids, ...withoutAndWith(body) }),
  }));
}

/** These labels and no others. */
const exactly = ({ labelIds }: { labelIds: readonly number[] }) => ({
  named: labelIds,
  next: () => labelIds,
});

/** What is carried, without some and with others. */
const withoutAndWith = ({ add, remove }: { add: readonly number[]; remove: readonly number[] }) => ({
  named: [...add, ...remove],
  next: (carried: ReadonlySet<number>) => [...[...carried].filter((id) => !remove.includes(id)), ...add],
});
