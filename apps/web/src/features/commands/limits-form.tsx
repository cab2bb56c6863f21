import { COMMAND_LIMITS, type CommandLimit, type CommandRules, LIMITS } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { readNumber } from '../../lib/form/read-number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './commands.module.css';
import type { Level } from './level.ts';

interface LimitsFormProps {
  level: Level;
  rules: CommandRules;
}

type Draft = Partial<Record<CommandLimit, string>>;

/** A limit as it was typed: null where nothing is; undefined where it is none. */
function readLimit(text: string, most: number): number | null | undefined {
  if (text.trim() === '') return null;
  const limit = readNumber(text);
  return Number.isInteger(limit) && limit >= 1 && limit <= most ? limit : undefined;
}

function useSaveLimits({ organisationId: id }: Level, onDone: () => void) {
  const options = {
    quiet: true,
    invalidates: ['getPlatformCommands', 'getOrganisationCommands'],
    onDone,
  } as const;
  const platform = useAction('editPlatformCommands', options);
  const organisation = useAction('editOrganisationCommands', options);
  return {
    busy: platform.isPending || organisation.isPending,
    error: platform.error ?? organisation.error,
    save: (body: Record<CommandLimit, number | null>) =>
      id === undefined ? platform.mutate({ body }) : organisation.mutate({ params: { id }, body }),
  };
}

/** The limits of a level; an empty field leaves what holds above, which an organisation can only lower. */
export function LimitsForm({ level, rules: { limits } }: LimitsFormProps) {
  const { t } = useTranslation('commands');
  const format = useFormat();
  const [draft, setDraft] = useState<Draft>({});
  const { busy, error, save } = useSaveLimits(level, () => {
    setDraft({});
    showNotice('success', t('limits.saved'));
  });
  const textOf = (name: CommandLimit) => draft[name] ?? String(limits[name].own ?? '');
  const mostOf = (name: CommandLimit) =>
    level.organisationId === undefined ? LIMITS.requestsPerHour : limits[name].usual;
  const read = COMMAND_LIMITS.map((name) => [name, readLimit(textOf(name), mostOf(name))] as const);
  const wrong = new Set(read.flatMap(([name, limit]) => (limit === undefined ? [name] : [])));
  return (
    <Card title={t('limits.title')}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong.size === 0) save(Object.fromEntries(read) as Record<CommandLimit, number | null>);
        }}
      >
        <FieldGrid>
          {COMMAND_LIMITS.map((name) => (
            <Field
              key={name}
              label={t(`limits.name.${name}`)}
              inputMode="numeric"
              autoComplete="off"
              value={textOf(name)}
              hint={t('limits.usual', { limit: format.number(limits[name].usual, 0) })}
              error={
                wrong.has(name) ? t('limits.problem', { most: format.number(mostOf(name), 0) }) : undefined
              }
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
            />
          ))}
        </FieldGrid>
        <FormFailure error={error} />
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={busy} disabled={Object.keys(draft).length === 0}>
            {t('limits.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
