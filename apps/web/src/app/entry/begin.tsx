import { ADDRESSES } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { storedLanguage } from '../../lib/i18n/languages.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { reloadOnce } from '../../lib/reload-once.ts';
import { comeBack, loginAddress } from '../../lib/session/come-back.ts';
import type { SessionStore } from '../../lib/session/session-store.ts';
import { showNotice } from '../../ui/notice/notice-store.ts';
import type { PageProps } from '../providers.tsx';
import { currentAddress, onAddress, OUTSIDE, pathOf, replaceAddress, searchOf } from './address.ts';
import { EntryApp } from './entry-app.tsx';

interface BeginOptions extends PageProps {
  draw: (page: ReactNode) => void;
  /** Fetches the product. */
  fetchProduct?: () => Promise<Product>;
}

interface Product {
  App: React.ComponentType<PageProps>;
}

/** The product with its words, in which it is drawn without a further wait. */
async function product(): Promise<Product> {
  const [{ App }, { fetchWords }] = await Promise.all([
    import('../app.tsx'),
    import('../theme/antd-locale.ts'),
  ]);
  await fetchWords(storedLanguage.get());
  return { App };
}

/** Texts of the list of stations, which most people see first. */
const TEXTS = ['stations', 'labels', 'lists'] as const;

/** Draws the login where nobody is signed in, and fetches the product meanwhile; else the product. */
export async function begin({ draw, fetchProduct = product, ...page }: BeginOptions): Promise<void> {
  const { store } = page.services;
  const fetchAll = async () => {
    const [found] = await Promise.all([loadChunk(fetchProduct), page.i18n.loadNamespaces(TEXTS)]);
    return found;
  };
  if (!store.get() && !OUTSIDE.has(pathOf(currentAddress()))) replaceAddress(loginAddress(currentAddress()));
  if (isAtLogin(store)) {
    // They are under way since the first file. Drawn without them, the page would wait longer than they take.
    await page.i18n.loadNamespaces('accounts');
    draw(<EntryApp {...page} />);
    // The line is free now. Asked for any earlier, it would be shared with the login.
    fetchAll().catch(() => undefined);
    await left(store);
  }
  const address = currentAddress();
  if (store.get() && pathOf(address) === ADDRESSES.login)
    replaceAddress(comeBack(searchOf(address).get('from')));
  try {
    const { App } = await fetchAll();
    draw(<App {...page} />);
  } catch (error) {
    if (reloadOnce()) return;
    showNotice('error', page.i18n.t('failure.chunk', { ns: 'common' }));
    throw error;
  }
}

const isAtLogin = (store: SessionStore): boolean =>
  !store.get() && pathOf(currentAddress()) === ADDRESSES.login;

/** Resolves when somebody has signed in, or gone to another page. */
function left(store: SessionStore): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isAtLogin(store)) return;
      leave.forEach((end) => end());
      resolve();
    };
    const leave = [store.subscribe(look), onAddress(look)];
  });
}
