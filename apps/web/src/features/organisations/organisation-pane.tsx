import type { OrganisationNode } from '@sunfleet/contract';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/appearance.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Copied } from '../../ui/copy/copied.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { Card } from '../../ui/page/card.tsx';
import { NoPermission } from '../../ui/page/states.tsx';
import { Tag } from '../../ui/tag/tag.tsx';
import { IngestKeyList } from './ingest-keys/ingest-key-list.tsx';
import { OrganisationActions } from './organisation-actions.tsx';
import { OrganisationDetails } from './organisation-details.tsx';
import type { OrganisationPeople } from './organisation-people.ts';
import { type OrganisationState, TABS } from './organisation-state.ts';
import styles from './organisations.module.css';

interface OrganisationPaneProps {
  node: OrganisationNode;
  tree: readonly OrganisationNode[];
  state: OrganisationState;
  people: OrganisationPeople;
}

/** The chosen organisation: its fields, its counts, its people. A loosely tied one shows only its counts. */
export function OrganisationPane(props: OrganisationPaneProps) {
  const { t } = useTranslation('organisations');
  const { node } = props;
  return (
    <>
      <Card
        title={
          <span className={styles.headline}>
            {node.name}
            <Tag>{t(`kind.${node.kind}`)}</Tag>
            <Tag kind={node.tie === 'loose' ? 'strong' : 'plain'} title={t(`tie.${node.tie}.hint`)}>
              {t(`tie.${node.tie}.name`)}
            </Tag>
          </span>
        }
        extra={node.manageable ? <OrganisationActions {...props} /> : null}
      >
        <Figures node={node} />
        {node.manageable ? null : <p className={styles.loose}>{t('loose')}</p>}
      </Card>
      {node.manageable ? <Parts {...props} /> : null}
    </>
  );
}

function Figures({ node }: { node: OrganisationNode }) {
  const { t } = useTranslation('organisations');
  const format = useFormat();
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('field.code')}</dt>
        <dd>
          <Copied text={node.code} />
        </dd>
      </div>
      {(['members', 'stations', 'devices'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`count.${name}`)}</dt>
          <dd>{format.number(node.counts[name], 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The parts of the pane: tabs, one choice on phones. */
function Parts({ node, tree, state, people: { Members, Invites } }: OrganisationPaneProps) {
  const { t } = useTranslation('organisations');
  const mayMembers = useMay('members.view');
  const mayKeys = useMay('ingestKeys.manage');
  const contents = {
    members: mayMembers ? <Members organisation={node} tree={tree} /> : <NoPermission />,
    invites: mayMembers ? <Invites organisation={node} /> : <NoPermission />,
    keys: <IngestKeyList organisation={node} />,
    details: <OrganisationDetails id={node.id} />,
  };
  const phone = usePhone();
  const tabs = TABS.filter((key) => key !== 'keys' || mayKeys);
  const active = tabs.find((key) => key === state.state.tab) ?? 'members';
  const items = tabs.map((key) => ({ key, value: key, label: t(`tab.${key}`) }));
  const open = (key: string) => state.set({ tab: TABS.find((each) => each === key)! });
  return (
    <Card>
      {phone ? (
        <div className={styles.parts}>
          <Choice bare label={t('title')} value={active} options={items} onChange={open} />
          {contents[active]}
        </div>
      ) : (
        <Tabs
          activeKey={active}
          destroyOnHidden
          items={items.map((item) => ({ ...item, children: contents[item.key] }))}
          onChange={open}
        />
      )}
    </Card>
  );
}
