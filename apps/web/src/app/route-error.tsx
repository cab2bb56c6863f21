import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ChunkLoadError } from '../lib/load-chunk.ts';
import { Button } from '../ui/form/button.tsx';
import { EmptyState } from '../ui/page/states.tsx';

/** A page that failed, or a part of it that could not be fetched (a new version replaced it, or there is no connection). */
export function RouteError() {
  const { t } = useTranslation('common');
  const chunk = isChunkError(useRouteError());
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

const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkLoadError ||
  (error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message));
