import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { type Screen, screenOf, useScreens } from './screens.tsx';
import styles from './side-menu.module.css';
import { useWaiting } from './use-waiting.ts';

interface SideMenuProps {
  /** Icons only; the words are in tooltips. */
  collapsed: boolean;
  onCollapse?: () => void;
  /** A screen was chosen: the drawer closes. */
  onChoose?: () => void;
}

const GROUPS = ['monitoring', 'administration'] as const;

/** The screens the role may see, the present one marked. */
export function SideMenu({ collapsed, onCollapse, onChoose }: SideMenuProps) {
  const { t } = useTranslation('common');
  const screens = useScreens();
  const groups = GROUPS.map((group) => ({
    group,
    items: screens.filter((screen) => screen.group === group),
  }));
  return (
    <div className={styles.menu} data-collapsed={collapsed}>
      {onCollapse ? (
        <Link to="/" className={styles.brand} aria-label={t('product')}>
          <Logo />
          {collapsed ? null : <span>{t('product')}</span>}
        </Link>
      ) : null}
      <nav aria-label={t('menu.main')} className={styles.nav}>
        {groups
          .filter(({ items }) => items.length > 0)
          .map(({ group, items }) => (
            <div key={group} className={styles.group}>
              {collapsed ? null : <p className={styles.groupName}>{t(`menu.${group}`)}</p>}
              <Items items={items} collapsed={collapsed} onChoose={onChoose} />
            </div>
          ))}
      </nav>
      {onCollapse ? (
        <Button
          type="text"
          className={styles.fold}
          icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
          aria-label={t(collapsed ? 'menu.expand' : 'menu.collapse')}
          aria-expanded={!collapsed}
          onClick={onCollapse}
        />
      ) : null}
    </div>
  );
}

interface ItemsProps {
  items: readonly Screen[];
  collapsed: boolean;
  onChoose: (() => void) | undefined;
}

function Items({ items, collapsed, onChoose }: ItemsProps) {
  const { t } = useTranslation('common');
  const present = screenOf(useLocation().pathname);
  const waiting = useWaiting();
  return (
    <ul className={styles.items}>
      {items.map(({ key, path, icon }) => (
        <li key={key}>
          <Tooltip title={collapsed ? t(`screens.${key}`) : undefined} placement="right">
            <Link
              to={path}
              className={styles.item}
              aria-current={present === key ? 'page' : undefined}
              aria-label={collapsed ? t(`screens.${key}`) : undefined}
              onClick={onChoose}
            >
              {icon}
              {collapsed ? null : <span>{t(`screens.${key}`)}</span>}
              {key === 'authorizations' && waiting > 0 ? <Waiting count={waiting} /> : null}
            </Link>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

/** How much waits for an answer. */
function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('common');
  return (
    <span className={styles.waiting} title={t('menu.waiting', { waiting: count })}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t('menu.waiting', { waiting: count })}</span>
    </span>
  );
}
