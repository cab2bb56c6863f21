import { afterEach, expect, test, vi } from 'vitest';
import { loadThemes } from './load-themes.ts';

afterEach(() => vi.unstubAllGlobals());

const themes = [{ url: 'sun.example', themeColor: '#00AA55', iconUrl: null }];
const never = () => Promise.reject(new Error('not asked'));

function stubAnswer(body: string) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('another host is asked at the same route, and the list is read from data', async () => {
  const fetch = stubAnswer(JSON.stringify({ code: 200, msg: '', data: themes }));
  expect(await loadThemes('https://one.example/', never)).toEqual(themes);
  expect(fetch).toHaveBeenCalledWith('https://one.example/api/ups/odm/all');
});

test.each(['<html></html>', '{"code":50000,"msg":"","data":null}', '{"code":200,"msg":"","data":null}'])(
  '%s is no answer, so the next host is asked',
  async (body) => {
    stubAnswer(body);
    await expect(loadThemes('https://one.example', never)).rejects.toThrow();
  },
);
