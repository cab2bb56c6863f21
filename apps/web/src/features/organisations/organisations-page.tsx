import { type OrganisationNode } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Loaded, Page } from '../../ui/page/page.tsx';
import { EmptyState, Gone } from '../../ui/page/states.tsx';
import { Split } from '../../ui/split/split.tsx';
import { CreateOrganisation } from './dialogs/organisation-dialog.tsx';
import { OrganisationPane } from './organisation-pane.tsx';
import type { OrganisationPeople } from './organisation-people.ts';
import { type OrganisationState, useOrganisationState } from './organisation-state.ts';
import { findNode } from '../../parts/organisations/organisation-rows.ts';
import { OrganisationTree } from '../../parts/organisations/organisation-tree.tsx';

/** The organisations in scope, and who works in the chosen one. */
export function OrganisationsPage({ people }: { people: OrganisationPeople }) {
  const { t } = useTranslation('organisations');
  const mayView = useMay('organisations.view');
  const mayAdd = useMay('platform.manage');
  const [adding, setAdding] = useState(false);
  const state = useOrganisationState();
  const add =
    mayView && mayAdd ? <Button onClick={() => setAdding(true)}>{t('action.addRoot')}</Button> : null;
  return (
    <Page
      help="organisations"
      title={t('title')}
      subtitle={t('hint')}
      permission={mayView ? 'organisations.view' : 'members.view'}
      actions={add}
    >
      {mayView ? <WithTree state={state} people={people} /> : <OwnMembers people={people} />}
      {adding ? (
        <CreateOrganisation
          kind="merchant"
          parent={null}
          onClose={() => setAdding(false)}
          onDone={({ id }) => state.choose(id)}
        />
      ) : null}
    </Page>
  );
}

interface WithTreeProps {
  state: OrganisationState;
  people: OrganisationPeople;
}

function WithTree(props: WithTreeProps) {
  const tree = useCall('organisationTree', {}, { keepPrevious: true });
  return (
    <Loaded loading={tree}>
      <Organisations {...props} nodes={tree.data ?? []} />
    </Loaded>
  );
}

function Organisations({ nodes, state, people }: WithTreeProps & { nodes: readonly OrganisationNode[] }) {
  const { t } = useTranslation('organisations');
  const { id, find } = state.state;
  const own = useAccount().organisation?.id;
  if (nodes.length === 0) return <EmptyState title={t('empty.title')} hint={t('empty.hint')} />;
  const chosen = id === undefined ? (findNode(nodes, own) ?? nodes[0]) : findNode(nodes, id);
  return (
    <Split
      chosen={id !== undefined}
      onBack={() => state.choose(undefined)}
      side={
        <Card title={t('tree.label')}>
          <OrganisationTree
            nodes={nodes}
            label={t('tree.label')}
            chosen={chosen?.id}
            onChoose={state.choose}
            find={find}
            onFind={(text) => state.set({ find: text })}
          />
        </Card>
      }
      main={
        chosen ? (
          <OrganisationPane key={chosen.id} node={chosen} tree={nodes} state={state} people={people} />
        ) : (
          <Gone of="organisationNotFound" />
        )
      }
    />
  );
}

/** The members of one's own organisation, for accounts that may see colleagues but not the organisations. */
function OwnMembers({ people: { Members } }: { people: OrganisationPeople }) {
  const { t } = useTranslation('organisations');
  const own = useAccount().organisation;
  if (!own) return <EmptyState title={t('empty.title')} hint={t('empty.hint')} />;
  return (
    <Card title={own.name}>
      <Members organisation={own} tree={[]} />
    </Card>
  );
}
