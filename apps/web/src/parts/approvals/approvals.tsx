import { LIMITS, type Proposal } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useNow } from '../../lib/time/use-now.ts';
import { Button } from '../../ui/form/button.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { Card } from '../../ui/page/card.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import styles from './approvals.module.css';

const LOOK_MS = 15_000;
/** Routes with words of their own; any other is called by its name. */
const NAMED = [
  'resumePlatformCommands',
  'setDangerousParameters',
  'runDangerousSet',
  'startFirmwareUpgrade',
] as const;

interface ApprovalsProps {
  /** Calls of this route alone; nothing is shown while none waits. */
  route?: (typeof NAMED)[number];
  /** Which of them, by what they were called with. */
  about?: (input: unknown) => boolean;
  /** What they were called with, in words. */
  words?: (input: unknown) => string;
}

/** Calls that wait for a second person, for those who may approve them. */
export function Approvals({ route, about, words }: ApprovalsProps) {
  const { t } = useTranslation('commands');
  const ofPlatform = useMay('platform.manage');
  const ofDevices = useMay('parameters.dangerous');
  const ofFirmware = useMay('firmware.upgrade');
  const enabled = ofPlatform || ofDevices || ofFirmware;
  const proposals = useCall('listProposals', {}, { enabled, refetchMs: LOOK_MS });
  const shown = proposals.data?.filter(
    (one) =>
      route === undefined || (one.route === route && (about?.(JSON.parse(one.input) as unknown) ?? true)),
  );
  if (!enabled || (route !== undefined && !shown?.length)) return null;
  return (
    <Card title={t('approvals.title')}>
      <div className={styles.stack}>
        <p>{t('approvals.hint', { minutes: LIMITS.proposalMs / 60_000 })}</p>
        <Loaded loading={proposals}>
          {shown?.length === 0 ? <p>{t('approvals.none')}</p> : null}
          <ul className={styles.list}>
            {shown?.map((proposal) => (
              <Waiting key={proposal.id} proposal={proposal} words={words} />
            ))}
          </ul>
        </Loaded>
      </div>
    </Card>
  );
}

function Waiting({ proposal, words }: Pick<ApprovalsProps, 'words'> & { proposal: Proposal }) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const now = useNow();
  const { id, digest, own, aloneFrom, proposedBy, proposedAt, expiresAt } = proposal;
  const approve = useAction('acceptProposal', {
    invalidates: [
      'listProposals',
      'getPlatformCommands',
      'getOrganisationCommands',
      'listStoppedCommands',
      'listParameters',
      'listRuns',
      'listFirmwareUpgrades',
    ],
    onDone: () => showNotice('success', t('approvals.done')),
  });
  const decline = useAction('declineProposal', { invalidates: ['listProposals'] });
  const named = NAMED.find((name) => name === proposal.route);
  const busy = approve.isPending || decline.isPending;
  const mayApprove = !own || (aloneFrom !== null && now >= aloneFrom);
  return (
    <li className={styles.stack}>
      <strong>{named ? t(`approvals.route.${named}`) : proposal.route}</strong>
      <span>
        {t('approvals.by', {
          name: proposedBy,
          time: format.dateTime(proposedAt),
          until: format.dateTime(expiresAt),
        })}
      </span>
      <pre className={styles.input}>{words ? words(JSON.parse(proposal.input)) : proposal.input}</pre>
      {mayApprove ? null : (
        <span>
          {aloneFrom === null
            ? t('approvals.own')
            : t('approvals.alone', { time: format.dateTime(aloneFrom) })}
        </span>
      )}
      <span className={styles.buttons}>
        {mayApprove ? (
          <Button
            kind="primary"
            disabled={busy}
            onClick={() => approve.mutate({ params: { id }, body: { digest } })}
          >
            {t('approvals.approve')}
          </Button>
        ) : null}
        <Button disabled={busy} onClick={() => decline.mutate({ params: { id } })}>
          {own ? t('approvals.withdraw') : t('approvals.decline')}
        </Button>
      </span>
    </li>
  );
}
