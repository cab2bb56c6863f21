import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { leanModule } from './lean-antd.ts';

const file = (path: string) => createRequire(import.meta.url).resolve(path);

test('modules of the component library lose what no page uses, and one that reads otherwise is told', () => {
  for (const [path, gone] of [
    ['antd/es/table/hooks/useFilter/index.js', './FilterDropdown'],
    ['antd/es/form/context.js', `'@rc-component/form'`],
  ] as const) {
    const code = readFileSync(file(path), 'utf8');
    expect(code).toContain(gone);
    expect(leanModule(file(path), code)).not.toContain(gone);
    expect(() => leanModule(file(path), 'export {}')).toThrow('any more');
  }
  expect(leanModule(file('antd/es/table/index.js'), 'export {}')).toBeUndefined();
});
