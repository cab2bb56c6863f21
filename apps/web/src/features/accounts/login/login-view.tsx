import { ADDRESSES, inviteAt, registerAddress } from '@sunfleet/contract';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { Check } from '../../../ui/form/field.tsx';
import { EntryFrame } from '../entry/entry-frame.tsx';
import styles from '../entry/entry.module.css';
import { NodeChoice } from '../entry/node-choice.tsx';
import { LoginForm } from './login-form.tsx';
import { PasskeyEntry } from './passkey-entry.tsx';
import { VisitorEntry } from './visitor-entry.tsx';

// These parts are seldom used, so the browser fetches them only then.
const CodeForm = lazyPart(() => import('./code-form.tsx').then((part) => part.CodeForm));
const SecondFactor = lazyPart(() => import('./second-factor.tsx').then((part) => part.SecondFactor));

const WAYS = ['withPassword', 'withCode'] as const;
type Way = (typeof WAYS)[number];

interface LoginViewProps {
  /** Query of the address. */
  search: URLSearchParams;
  /** A link to another address of the product: the router's, or a plain one where there is no router yet. */
  Link: ComponentType<{ to: string; children: ReactNode }>;
}

/** Signs in. It stays small and needs no router, because it loads before everything else. */
export function LoginView({ search, Link }: LoginViewProps) {
  const { t } = useTranslation('accounts');
  const [ticket, setTicket] = useState<string>();
  const [remember, setRemember] = useState(true);
  return (
    <EntryFrame title={t(ticket ? 'factor.title' : 'login.title')}>
      {ticket ? (
        <Suspense fallback={null}>
          <SecondFactor ticket={ticket} remember={remember} onBack={() => setTicket(undefined)} />
        </Suspense>
      ) : (
        <>
          <Note over={search.has('over')} note={search.get('note')} />
          <Ways remember={remember} onRemember={setRemember} onTicket={setTicket} />
          <PasskeyEntry remember={remember} />
          <nav className={styles.links} aria-label={t('login.more')}>
            <Link to={registerAddress(inviteAt(search.get('from') ?? ''))}>{t('login.register')}</Link>
            <Link to={ADDRESSES.forgetPassword}>{t('login.forgot')}</Link>
          </nav>
          <VisitorEntry />
        </>
      )}
    </EntryFrame>
  );
}

/** Says why the login is shown: the session ended, or an action asks for a new login. */
function Note({ over, note }: { over: boolean; note: string | null }) {
  const { t } = useTranslation('accounts');
  const key = NOTES.find((known) => known === note) ?? (over ? 'over' : undefined);
  return key ? (
    <p className={styles.over} role="status">
      {t(`note.${key}`)}
    </p>
  ) : null;
}

const NOTES = ['again', 'reset'] as const;

interface WaysProps {
  remember: boolean;
  onRemember: (remember: boolean) => void;
  onTicket: (ticket: string) => void;
}

function Ways({ remember, onRemember, onTicket }: WaysProps) {
  const { t } = useTranslation('accounts');
  const [way, setWay] = useState<Way>('withPassword');
  const keep = <Check label={t('login.remember')} checked={remember} onChange={onRemember} />;
  return (
    <>
      <Tabs way={way} onWay={setWay} />
      <div role="tabpanel" id="login-panel" aria-label={t(`login.${way}`)}>
        {way === 'withPassword' ? (
          <LoginForm remember={remember} onTicket={onTicket}>
            <NodeChoice />
            {keep}
          </LoginForm>
        ) : (
          <Suspense fallback={null}>
            <CodeForm remember={remember} onTicket={onTicket}>
              {keep}
            </CodeForm>
          </Suspense>
        )}
      </div>
    </>
  );
}

function Tabs({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const { t } = useTranslation('accounts');
  const move = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = WAYS.find((other) => other !== way)!;
    onWay(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-way="${next}"]`)?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('login.ways')} onKeyDown={move}>
      {WAYS.map((key) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-way={key}
          className={styles.tab}
          aria-selected={key === way}
          aria-controls="login-panel"
          tabIndex={key === way ? 0 : -1}
          onClick={() => onWay(key)}
        >
          {t(`login.${key}`)}
        </button>
      ))}
    </div>
  );
}
