import { measureFirstLoad } from '../../apps/web/scripts/first-load.mjs';
import { chromiumPath } from '../chromium.ts';
import type { Bench } from '../figure.ts';

/** What a browser with an empty cache fetches: the login page, and the station list beyond it. */
export const firstLoadBench: Bench = {
  names: ['web.login', 'web.stations'],
  async run(wanted, tell) {
    const { login, stations } = await measureFirstLoad({ executablePath: chromiumPath() });
    if (wanted.has('web.login')) tell({ name: 'web.login', value: login / 1000, unit: 'kB' });
    if (wanted.has('web.stations')) tell({ name: 'web.stations', value: stations / 1000, unit: 'kB' });
  },
};
