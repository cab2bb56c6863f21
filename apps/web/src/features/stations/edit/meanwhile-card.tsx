import type { StationDetail } from '@sunfleet/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './edit.module.css';
import { type Meanwhile, type Side, type Sides, sideOf } from './meanwhile.ts';
import { SavedBy } from './saved-by.tsx';
import type { EditForm } from './use-edit-form.ts';
import { useFieldWords } from './use-field-words.ts';

/** What somebody else saved while the form was open: both values of each field, and the choice between them. */
export function MeanwhileCard({ edit, station }: { edit: EditForm; station: StationDetail }) {
  const { t } = useTranslation('stations');
  const [sides, setSides] = useState<Sides>({});
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  const undecided = edit.meanwhile.filter((one) => sideOf(one, sides) === undefined);
  return (
    <div ref={card} tabIndex={-1} role="alert" className={styles.meanwhile}>
      <Card title={t('edit.meanwhile')}>
        <SavedBy station={station} since={edit.version} />
        {edit.meanwhile.map((one) => (
          <FieldChoice
            key={one.field}
            edit={edit}
            one={one}
            side={sideOf(one, sides)}
            onSide={(side) => setSides({ ...sides, [one.field]: side })}
          />
        ))}
        <div className={styles.decide}>
          <Button
            kind="primary"
            disabled={undecided.length > 0}
            onClick={() => edit.decide(sides)}
            aria-describedby="undecided"
          >
            {t('edit.goOn')}
          </Button>
          <span id="undecided" className={styles.hint}>
            {undecided.length > 0 ? t('edit.undecided', { count: undecided.length }) : t('edit.notSavedYet')}
          </span>
        </div>
      </Card>
    </div>
  );
}

interface FieldChoiceProps {
  edit: EditForm;
  one: Meanwhile;
  side: Side | undefined;
  onSide: (side: Side) => void;
}

function FieldChoice({ edit, one: { field, isMine }, side, onSide }: FieldChoiceProps) {
  const { t } = useTranslation('stations');
  const { names, textOf } = useFieldWords();
  const values: Readonly<Record<Side, string>> = {
    saved: textOf(edit.versions.saved, field),
    mine: textOf(edit.versions.mine, field),
  };
  return (
    <fieldset className={styles.field}>
      <legend>{names[field]}</legend>
      {(['saved', 'mine'] as const).map((key) => (
        <label key={key} className={styles.side}>
          <input type="radio" name={`side-${field}`} checked={side === key} onChange={() => onSide(key)} />
          <span>
            <span className={styles.hint}>
              {key === 'saved' ? t('edit.saved') : t(isMine ? 'edit.mine' : 'edit.asBefore')}
            </span>
            <span className={styles.value}>{values[key]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
