import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

/** Each plants one forbidden import beside the real sources and takes it away again. */
const planted = new Set<string>();

afterEach(() => {
  for (const file of planted) rmSync(file, { force: true });
  planted.clear();
});

function cruise(file: string, source: string): string {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, source);
  planted.add(target);
  const done = spawnSync(process.execPath, [cruiser, file, '--config', '.dependency-cruiser.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  return done.status === 0 ? '' : done.stdout;
}

test.each([
  ['contract-alone', 'packages/contract/src/planted-import.ts', "import '@sunfleet/device-model';\n"],
  ['analysis-alone', 'packages/analysis/src/planted-import.ts', "import '@sunfleet/contract';\n"],
  [
    'server-gateway',
    'apps/server/src/gateway/http/planted-import.ts',
    "import '../../features/stations/index.ts';\n",
  ],
  [
    'features-by-index',
    'apps/server/src/features/alarms/planted-import.ts',
    "import '../scope/station-scope.ts';\n",
  ],
  ['web-ui-lib', 'apps/web/src/ui/planted-import.ts', "import '../parts/labels/label-filter.tsx';\n"],
  [
    'web-parts',
    'apps/web/src/parts/labels/planted-import.ts',
    "import '../../features/labels/routes.tsx';\n",
  ],
  [
    'web-features-apart',
    'apps/web/src/features/alarms/planted-import.ts',
    "import '../stations/routes.tsx';\n",
  ],
])('the check refuses a forbidden import: %s', (rule, file, source) => {
  expect(cruise(file, source)).toContain(rule);
});
