import { ConfigProvider } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useDark, usePhone, useStill } from '../../lib/appearance.ts';
import { useLanguageChoice } from '../../lib/i18n/use-language-choice.ts';
import { useAccount, usePersonal } from '../../lib/session/session-context.tsx';
import { useLoss } from '../../lib/reach/use-loss.ts';
import { createStored } from '../../lib/stored.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useStored } from '../../lib/use-stored.ts';
import { Age } from '../../ui/figure/age.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { AccountKeeper } from '../account-keeper.tsx';
import { NoPermission } from '../../ui/page/states.tsx';
import { ReachNote } from '../../ui/reach/reach-note.tsx';
import { Attention } from '../attention.tsx';
import { StepUpKeeper } from '../step-up-keeper.tsx';
import { useAntdLocale } from '../theme/antd-locale.ts';
import { antdTheme } from '../theme/antd-theme.ts';
import { storedTheme } from '../theme/stored-theme.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { ProfessionalOnly } from './professional-only.tsx';
import { isHidden, isProfessional } from './screens.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';

// Phones alone need it, and there only once it is asked for.
const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx').then((part) => part.MenuDrawer));

const storedCollapsed = createStored<boolean>({
  key: 'sunfleet.menu.collapsed',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
  fallback: false,
});

/** The frame of every page behind the login: menu, header, content. */
export function Shell() {
  const dark = useDark();
  const { color } = useStored(storedTheme);
  const [language] = useLanguageChoice();
  return (
    <ConfigProvider
      theme={antdTheme(color, { dark, still: useStill() })}
      locale={useAntdLocale(language)}
      // Without this, two Chinese characters stand apart on some buttons and together on others.
      button={{ autoInsertSpace: false }}
    >
      <Frame />
      <Attention />
      <AccountKeeper />
      <StepUpKeeper />
      <ScrollRestoration />
    </ConfigProvider>
  );
}

function Frame() {
  const { t } = useTranslation('common');
  const phone = usePhone();
  const collapsed = useStored(storedCollapsed);
  const stale = useLoss() !== undefined;
  return (
    <div className={styles.shell} data-collapsed={collapsed}>
      <Pending />
      <a className={styles.skip} href="#content" onClick={focusContent}>
        {t('skipToContent')}
      </a>
      {phone ? null : (
        <aside className={styles.side}>
          <SideMenu collapsed={collapsed} onCollapse={() => storedCollapsed.set(!collapsed)} />
        </aside>
      )}
      <div className={styles.body}>
        <PhoneOrDeskHeader phone={phone} />
        <main id="content" tabIndex={-1} className={styles.content} data-stale={stale}>
          <Suspense fallback={<SkeletonBlock lines={10} />}>
            <Shown />
          </Suspense>
        </main>
      </div>
      {phone ? <BottomBar /> : null}
      <ReachNote age={(answeredAt) => <Age time={answeredAt} onlyWhenOld />} />
    </div>
  );
}

/** Shows at once that a click is being followed, while the next page is fetched. */
function Pending() {
  const { t } = useTranslation('common');
  return useNavigation().state === 'idle' ? null : (
    <div className={styles.pending} role="progressbar" aria-label={t('loading')} />
  );
}

/** The page, unless the role hides its screen or the edition does without it. */
function Shown() {
  const { views } = useAccount();
  const { pathname } = useLocation();
  const personal = usePersonal();
  if (isHidden(pathname, views)) return <NoPermission />;
  return personal && isProfessional(pathname) ? <ProfessionalOnly /> : <Outlet />;
}

function PhoneOrDeskHeader({ phone }: { phone: boolean }) {
  const [open, setOpen] = useState(false);
  // Once opened it stays, so that it can slide away.
  const [opened, setOpened] = useState(false);
  if (!phone) return <Header />;
  const show = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Header onMenu={show} />
      <Suspense fallback={null}>
        {opened ? <MenuDrawer open={open} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}

// The address is the page's state, so the link must not change it.
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
