import { PlusOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { NoPermission } from '../../../ui/page/states.tsx';
import { GrantDialog } from '../../../parts/grants/grant-dialog.tsx';
import { HandOverOffers } from '../hand-over/hand-over-offers.tsx';
import styles from '../grants.module.css';
import { GrantList } from './grant-list.tsx';
import { DIRECTIONS, useGrantListState } from './grant-list-state.ts';

/** Every authorisation the account has given or received, and stations offered to it. */
export function AuthorizationsPage() {
  const { t } = useTranslation('grants');
  const mayGrant = useMay('stations.grant');
  const { visitor } = useAccount();
  const list = useGrantListState(mayGrant ? 'given' : 'received');
  const [granting, setGranting] = useState(false);
  if (visitor) return <NoPermission />;
  const { direction } = list.state;
  return (
    <Page
      help="authorizations"
      title={t('title')}
      subtitle={t('hint')}
      actions={
        mayGrant ? (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setGranting(true)}>
            {t('new')}
          </Button>
        ) : null
      }
      toolbar={
        mayGrant ? (
          <Tabs
            style={{ width: '100%', marginBottom: -12 }}
            activeKey={direction}
            items={DIRECTIONS.map((key) => ({ key, label: t(`direction.${key}`) }))}
            onChange={(key) => list.turn(key === 'received' ? 'received' : 'given')}
          />
        ) : null
      }
    >
      <div className={styles.stack}>
        {direction === 'received' ? <HandOverOffers /> : null}
        <GrantList list={list} />
      </div>
      {granting ? <GrantDialog onClose={() => setGranting(false)} /> : null}
    </Page>
  );
}
