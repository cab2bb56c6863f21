import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { isChunkError } from '../lib/load-chunk.ts';
import { mayReload, reloadOnce } from '../lib/reload-once.ts';
import { Button } from '../ui/form/button.tsx';
import { SkeletonBlock } from '../ui/page/skeleton.tsx';
import { EmptyState } from '../ui/page/states.tsx';

/**
 * A page that failed. A part of it that the server does not have any more was replaced by a new version, so the page is loaded again,
 * once; what was typed is kept as drafts.
 */
export function RouteError() {
  const gone = isChunkError(useRouteError());
  return gone ? <PartGone /> : <Failed />;
}

function PartGone() {
  const [reloads] = useState(() => mayReload());
  useEffect(() => void reloadOnce(), []);
  return reloads ? <SkeletonBlock lines={10} /> : <Failed chunk />;
}

function Failed({ chunk = false }: { chunk?: boolean }) {
  const { t } = useTranslation('common');
  return (
    <div role="alert">
      <EmptyState
        title={t('state.brokenTitle')}
        hint={t(chunk ? 'failure.chunk' : 'state.brokenHint')}
        action={<Button onClick={() => location.reload()}>{t('retry')}</Button>}
      />
    </div>
  );
}
