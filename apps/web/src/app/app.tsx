import '../lib/call/more-routes.ts';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { LiveProvider } from '../lib/live/live-context.tsx';
import { RouterContext } from '../lib/router-context.ts';
import { createLive } from './live.ts';
import { type PageProps, Providers } from './providers.tsx';
import { createRouter } from './router.tsx';

/** The product in a browser. */
export function App(props: PageProps) {
  const [router] = useState(createRouter);
  const [live] = useState(() => createLive(props.services));
  return (
    <Providers {...props}>
      <LiveProvider live={live}>
        <RouterContext value={router}>
          <RouterProvider router={router} />
        </RouterContext>
      </LiveProvider>
    </Providers>
  );
}
