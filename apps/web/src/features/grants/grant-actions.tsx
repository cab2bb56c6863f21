import type { Grant } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import styles from './grants.module.css';

/** Reads that are out of date after a grant has changed. */
const TOUCHED = [
  'queryGrants',
  'plantAuthority',
  'listStations',
  'listDevices',
  'listAlarms',
  'accessLog',
] as const;

type Question = 'decline' | 'giveBack' | 'revoke';

/** What the caller may do with a grant: answer it, give it back, revoke it. All but accepting ask first. */
export function GrantActions({ grant }: { grant: Grant }) {
  const { t } = useTranslation('grants');
  const [question, setQuestion] = useState<Question>();
  const accept = useAction('acceptGrant', { invalidates: TOUCHED });
  const { pending, giveBack, revoke } = actionsOf(grant);
  if (!pending && !giveBack && !revoke) return null;
  return (
    <div className={styles.buttons}>
      {pending ? (
        <>
          <Button
            size="small"
            type="primary"
            loading={accept.isPending}
            onClick={() => accept.mutate({ params: { id: grant.id } })}
          >
            {t('action.accept')}
          </Button>
          <Button size="small" onClick={() => setQuestion('decline')}>
            {t('action.decline')}
          </Button>
        </>
      ) : null}
      {giveBack ? (
        <Button size="small" onClick={() => setQuestion('giveBack')}>
          {t('action.giveBack')}
        </Button>
      ) : null}
      {revoke ? (
        <Button size="small" onClick={() => setQuestion('revoke')}>
          {t('action.revoke')}
        </Button>
      ) : null}
      {question ? <Ask grant={grant} question={question} onClose={() => setQuestion(undefined)} /> : null}
    </div>
  );
}

function actionsOf({ state, answerable, revocable }: Grant) {
  const running = state === 'active' || state === 'planned';
  return {
    pending: answerable && state === 'pending',
    giveBack: answerable && running,
    revoke: revocable && (running || state === 'pending'),
  };
}

interface AskProps {
  grant: Grant;
  question: Question;
  onClose: () => void;
}

function Ask({ grant, question, onClose }: AskProps) {
  const { t } = useTranslation('grants');
  const options = { quiet: true, invalidates: TOUCHED, onDone: onClose } as const;
  const decline = useAction('declineGrant', options);
  const revoke = useAction('revokeGrant', options);
  const action = question === 'revoke' ? revoke : decline;
  return (
    <ActionDialog
      title={t(`ask.${question}.title`)}
      okText={t(`action.${question}`)}
      danger
      busy={action.isPending}
      error={action.error}
      onOk={() => action.mutate({ params: { id: grant.id } })}
      onClose={onClose}
    >
      <p>{t(`ask.${question}.text`, { from: grant.from.name, to: grant.to.name })}</p>
    </ActionDialog>
  );
}
