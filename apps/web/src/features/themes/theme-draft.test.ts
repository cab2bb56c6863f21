import { expect, test } from 'vitest';
import { iconProblem, readIcon, themeProblem, themesBody } from './theme-draft.ts';

const theme = { key: 1, url: 'solar.example', themeColor: '#0b63bd', iconUrl: null };

test('a host is a name with its port at most, once, with a colour', () => {
  expect(themeProblem(theme, [theme])).toBeUndefined();
  expect(themeProblem({ ...theme, url: 'https://Solar.example/app' }, [theme])).toBeUndefined();
  expect(themeProblem({ ...theme, url: 'localhost:8080' }, [])).toBeUndefined();
  expect(themeProblem({ ...theme, url: 'two words' }, [])).toBe('host');
  expect(themeProblem({ ...theme, url: '' }, [])).toBe('host');
  expect(themeProblem(theme, [theme, { ...theme, url: 'SOLAR.example' }])).toBe('twice');
  expect(themeProblem({ ...theme, themeColor: 'red' }, [theme])).toBe('color');
});

test('what is sent is the bare host, the colour in capitals and no empty icon', () => {
  expect(themesBody([{ ...theme, url: 'https://Solar.example/', iconUrl: ' ' }])).toEqual([
    { url: 'solar.example', themeColor: '#0B63BD', iconUrl: null },
  ]);
});

test('a picture of at most 64 KB becomes an address', async () => {
  expect(iconProblem({ type: 'image/png', size: 65_536 })).toBeUndefined();
  expect(iconProblem({ type: 'image/png', size: 65_537 })).toBe('size');
  expect(iconProblem({ type: 'text/html', size: 10 })).toBe('type');
  expect(await readIcon(new Blob(['x'], { type: 'image/png' }))).toBe('data:image/png;base64,eA==');
});
