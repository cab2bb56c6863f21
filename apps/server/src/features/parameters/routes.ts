import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { listParameters } from './list-parameters.ts';
import { readParameters } from './read-parameters.ts';
import { checkSetting, setParameters, type ShownDevice } from './set-parameters.ts';
import { setSeveralParameters } from './set-several.ts';

export function registerParametersRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'listParameters', ({ actor }, { params }) =>
    listParameters(platform, actor, params.id),
  );
  registerRoute(server, 'readParameters', ({ actor }, { params, body }) =>
    readParameters(platform, actor, params.id, body.keys),
  );
  registerRoute(server, 'setParameters', async (context, { params, body }) => ({
    runId: await setParameters(platform, context, { ...body, deviceId: params.id, dangerous: false }),
  }));
  registerRoute(server, 'setSeveralParameters', (context, { body }) =>
    setSeveralParameters(platform, context, body),
  );
  registerRoute(
    server,
    'setDangerousParameters',
    async (context, input) => {
      const { params, body, shown } = input as typeof input & { shown: ShownDevice };
      await setParameters(platform, context, { ...body, deviceId: params.id, dangerous: true, shown });
      return null;
    },
    {
      check: (context, { params, body }) =>
        checkSetting(platform, context, { ...body, deviceId: params.id, dangerous: true }),
    },
  );
}
