import { useTranslation } from 'react-i18next';
import { useMay, usePersonal } from '../../lib/session/session-context.tsx';
import type { RowSelection } from '../../ui/table/data-table-props.ts';
import { type SelectionOptions, useSelection } from '../../ui/table/use-selection.ts';
import { LabelSeveral } from './label-several.tsx';
import type { SeveralProps } from './label-several-dialog.tsx';

type Object = SeveralProps['objects'][number];

interface LabelSelectionOptions<Row> extends SelectionOptions<Row> {
  of: SeveralProps['of'];
  nameOf: (row: Row) => string;
}

/** Lets rows of a list be chosen and labelled together. Undefined for accounts that may not label, and in the personal edition. */
export function useLabelSelection<Row extends Object>({
  of,
  nameOf,
  ...options
}: LabelSelectionOptions<Row>): RowSelection<Row> | undefined {
  const professional = !usePersonal();
  const may = useMay('labels.create') && professional;
  // The texts of the bar come with the page, so that the first tick does not make it wait for them.
  useTranslation('labels');
  const selection = useSelection(options);
  if (!may) return undefined;
  const objects = [...selection.rows.values()];
  const actions = <LabelSeveral of={of} objects={objects} onDone={selection.clear} />;
  return { of: selection, nameOf, actions };
}
