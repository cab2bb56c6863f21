import { deviceAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { ToneBadge } from '../../../ui/status/tone-badge.tsx';
import type { Opened, TreeNode } from './device-tree.ts';
import type { NodeWords } from './use-node-words.ts';
import styles from './topology.module.css';

interface TreeListProps {
  node: TreeNode;
  opened: Opened;
  words: (node: TreeNode) => NodeWords;
  onToggle: (node: TreeNode) => void;
}

/** The tree as a nested list: for phones, keyboards and screen readers. */
export function TreeList(props: TreeListProps) {
  const { t } = useTranslation('topology');
  return (
    <ul className={styles.list} aria-label={t('title')}>
      <Branch {...props} />
    </ul>
  );
}

function Branch({ node, opened, words, onToggle }: TreeListProps) {
  const { t } = useTranslation('topology');
  const { name, what, figures, alarms } = words(node);
  const { kind, device, children, opens } = node;
  if (kind === 'more')
    return (
      <li>
        <button type="button" className={styles.more} onClick={() => onToggle(node)}>
          {name}
        </button>
      </li>
    );
  const open = (opened.get(node.key) ?? 0) > 0;
  return (
    <li>
      <div className={styles.row}>
        {opens ? (
          <button
            type="button"
            className={styles.opener}
            aria-expanded={open}
            aria-label={t('behind', { name })}
            onClick={() => onToggle(node)}
          >
            {open ? '−' : '+'}
          </button>
        ) : (
          <span className={styles.opener} aria-hidden="true" />
        )}
        <span className={styles.names}>
          {device ? <Link to={deviceAddress(device.id)}>{name}</Link> : <span>{name}</span>}
          {what ? <span className={styles.muted}>{what}</span> : null}
        </span>
        <span className={styles.figures}>{figures}</span>
        <span className={styles.marks}>
          {kind === 'device' && device ? <StatusBadge of="device" value={device.live.status} /> : null}
          {alarms ? <ToneBadge tone="general">{alarms}</ToneBadge> : null}
        </span>
      </div>
      {children.length > 0 ? (
        <ul>
          {children.map((child) => (
            <Branch key={child.key} node={child} opened={opened} words={words} onToggle={onToggle} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}
