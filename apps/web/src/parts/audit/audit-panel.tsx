import type { AuditEntry } from '@sunfleet/contract';
import { Button, Descriptions, Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './audit.module.css';
import { ChangeTable } from './change-table.tsx';
import { ActorName, ObjectLink, Outcome } from './entry-parts.tsx';
import { useActionText } from './use-action-text.ts';

interface AuditPanelProps {
  /** Undefined: closed. */
  entry: AuditEntry | undefined;
  zone: string;
  onPerson: (userId: number) => void;
  onClose: () => void;
}

/** One entry at the side of the page: who, from where, to what, and the fields before and after. */
export function AuditPanel({ entry, zone, onPerson, onClose }: AuditPanelProps) {
  const { t } = useTranslation('common');
  const textOf = useActionText();
  return (
    <Drawer
      open={entry !== undefined}
      onClose={onClose}
      size="min(100vw, 520px)"
      title={entry ? textOf(entry.action) : null}
      closable={{ 'aria-label': t('close') }}
      destroyOnHidden
    >
      {entry ? <Detail entry={entry} zone={zone} onPerson={onPerson} /> : null}
    </Drawer>
  );
}

function Detail({
  entry,
  zone,
  onPerson,
}: Pick<AuditPanelProps, 'zone' | 'onPerson'> & { entry: AuditEntry }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { user, allowed, objectType } = entry;
  return (
    <div className={styles.panel}>
      <Outcome entry={entry} />
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'at', label: t('column.at'), children: format.dateTime(entry.at, zone, 'full') },
          { key: 'user', label: t('column.user'), children: <ActorName entry={entry} /> },
          { key: 'object', label: t('column.object'), children: <ObjectLink entry={entry} /> },
          ...(allowed ? [] : [{ key: 'why', label: t('why'), children: <Reason name={objectType} /> }]),
          { key: 'address', label: t('column.address'), children: entry.address ?? UNKNOWN },
          { key: 'name', label: t('name'), children: <code>{entry.action}</code> },
        ]}
      />
      <ChangeTable before={entry.before} after={entry.after} names={entry.names} zone={zone} />
      {user ? (
        <div>
          <Button onClick={() => onPerson(user.id)}>{t('onlyPerson', { name: user.name })}</Button>
        </div>
      ) : null}
    </div>
  );
}

/** Why it was refused: the words of the error that was answered. */
function Reason({ name }: { name: string }) {
  const { t, i18n } = useTranslation(['audit', 'errors']);
  return i18n.exists(name, { ns: 'errors' }) ? t(name as 'noDataPermission', { ns: 'errors' }) : name;
}
