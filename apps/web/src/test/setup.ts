import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { answerStepUp } from '../lib/session/step-up-store.ts';
import { setOpenEmergencies, setPageTitle } from '../lib/title.ts';
import { closeNotice, getNotices } from '../ui/notice/notice-store.ts';

// The first page of a file waits for its component library to load.
configure({ asyncUtilTimeout: 20_000 });

// What jsdom lacks and the components ask for.
globalThis.matchMedia ??= (query: string): MediaQueryList => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});

globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};

globalThis.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;

// jsdom paints nothing: charts draw onto a sheet that keeps no stroke, and maps say that there is no WebGL.
const sheet = new Proxy(
  { measureText: () => ({ width: 8 }), createLinearGradient: () => ({ addColorStop: () => undefined }) },
  { get: (known, name) => Reflect.get(known, name) ?? (() => undefined), set: () => true },
);
HTMLCanvasElement.prototype.getContext = ((kind: string) => (kind === '2d' ? sheet : null)) as never;

// Files share processes, and with them what pages keep beside their components.
afterEach(() => {
  cleanup();
  for (const { id } of getNotices()) closeNotice(id);
  answerStepUp(false);
  setPageTitle('');
  setOpenEmergencies(0);
  localStorage.clear();
  sessionStorage.clear();
});
