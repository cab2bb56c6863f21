import { registerProposedRoute } from '../../platform/http/register-proposed-route.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { listParameters } from './list-parameters.ts';
import { readParameters } from './read-parameters.ts';
import { checkSetting, setParameters, startSetting, type ShownDevice } from './set-parameters.ts';
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
  const { clock, text } = platform;
  registerProposedRoute(server, 'setDangerousParameters', {
    check: (context, { params, body }) =>
      checkSetting(platform, context, { ...body, deviceId: params.id, dangerous: true }),
    run(trx, context, input) {
      const { params, body, shown } = input as typeof input & { shown: ShownDevice };
      const setting = { ...body, deviceId: params.id, dangerous: true, shown };
      return startSetting({ trx, clock, text }, context, setting);
    },
  });
}
