import { ApartmentOutlined, CaretDownOutlined, CaretRightOutlined, ShopOutlined } from '@ant-design/icons';
import type { OrganisationNode } from '@sunfleet/contract';
import { Input } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/tag/tag.tsx';
import { type OrganisationRow, visibleRows } from './organisation-rows.ts';
import styles from './tree.module.css';

interface OrganisationTreeProps {
  nodes: readonly OrganisationNode[];
  label: string;
  chosen: number | undefined;
  onChoose: (id: number) => void;
  find: string;
  onFind: (text: string) => void;
  /** Why one cannot be chosen; undefined: it can. */
  reason?: (node: OrganisationNode) => string | undefined;
}

/** Organisations by superior: searched, opened and chosen by mouse or keys. */
export function OrganisationTree(props: OrganisationTreeProps) {
  const { t } = useTranslation('organisations');
  const { nodes, label, chosen, onChoose, find, onFind } = props;
  const tree = useRef<HTMLUListElement>(null);
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [focused, setFocused] = useState<number>();
  const rows = visibleRows(nodes, { toggled, chosen, find });
  const stop = [focused, chosen].find((id) => rows.some(({ node }) => node.id === id)) ?? rows[0]?.node.id;
  const toggle = (id: number, open: boolean) => setToggled((before) => new Map(before).set(id, open));
  const focus = (id: number | undefined) =>
    tree.current?.querySelector<HTMLElement>(`[data-organisation="${id}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ node }) => node.id === stop);
    const row = rows[at];
    const act = row && keyAction({ key: event.key, rows, at });
    if (!row || act === undefined) return;
    event.preventDefault();
    if (act === 'choose') {
      if (!props.reason?.(row.node)) onChoose(row.node.id);
    } else if (typeof act === 'boolean') toggle(row.node.id, act);
    else focus(act.focus);
  };
  return (
    <div className={styles.box}>
      <Input.Search
        allowClear
        value={find}
        placeholder={t('tree.search')}
        aria-label={t('tree.search')}
        onChange={(event) => onFind(event.target.value)}
      />
      {rows.length === 0 ? <p className={styles.nothing}>{t('tree.nothing')}</p> : null}
      {rows.length > 0 ? (
        <ul ref={tree} role="tree" aria-label={label} className={styles.tree} onKeyDown={onKeyDown}>
          {rows.map((row) => (
            <Line
              key={row.node.id}
              row={row}
              chosen={row.node.id === chosen}
              tabStop={row.node.id === stop}
              reason={props.reason?.(row.node)}
              onFocus={() => setFocused(row.node.id)}
              onChoose={() => onChoose(row.node.id)}
              onToggle={() => toggle(row.node.id, !row.open)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type Act = 'choose' | boolean | { focus: number | undefined } | undefined;

/** What a key does on a line: chooses it, opens or closes it, or goes to another one. */
function keyAction({ key, rows, at }: { key: string; rows: readonly OrganisationRow[]; at: number }): Act {
  const row = rows[at]!;
  const to = (index: number): Act => ({ focus: rows[index]?.node.id });
  switch (key) {
    case 'Enter':
    case ' ':
      return 'choose';
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      return row.open === false ? true : row.open && to(at + 1);
    case 'ArrowLeft':
      return row.open ? false : { focus: row.parentId };
    default:
      return undefined;
  }
}

interface LineProps {
  row: OrganisationRow;
  chosen: boolean;
  tabStop: boolean;
  reason: string | undefined;
  onFocus: () => void;
  onChoose: () => void;
  onToggle: () => void;
}

function Line({ row, chosen, tabStop, reason, onFocus, onChoose, onToggle }: LineProps) {
  const { t } = useTranslation('organisations');
  const { node, open } = row;
  return (
    <li
      role="treeitem"
      data-organisation={node.id}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={open}
      aria-selected={chosen}
      aria-disabled={Boolean(reason) || undefined}
      title={reason}
      tabIndex={tabStop ? 0 : -1}
      className={styles.line}
      style={{ paddingInlineStart: 4 + (row.level - 1) * 20 }}
      onFocus={onFocus}
      onClick={() => {
        if (!reason) onChoose();
      }}
    >
      <span
        className={styles.caret}
        aria-hidden="true"
        data-caret
        onClick={(event) => {
          event.stopPropagation();
          if (open !== undefined) onToggle();
        }}
      >
        {open === undefined ? null : open ? <CaretDownOutlined /> : <CaretRightOutlined />}
      </span>
      <span className={styles.icon} aria-hidden="true">
        {node.kind === 'merchant' ? <ShopOutlined /> : <ApartmentOutlined />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{node.name}</span>
        <span className={styles.counts}>
          {node.manageable
            ? t('tree.members', { count: node.counts.members })
            : t('tree.counts', { members: node.counts.members, stations: node.counts.stations })}
        </span>
      </span>
      {node.tie === 'loose' ? <Tag kind="strong">{t('tie.loose.short')}</Tag> : null}
    </li>
  );
}
