import { AutoComplete, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/page/card.tsx';
import { useFormat } from '../../../lib/format/use-format.ts';
import { filePeriod } from './file-period.ts';
import { Labelled } from './labelled.tsx';
import type { ImportForm } from './use-import-form.ts';
import { zoneOptions } from '../../../lib/time/zone-options.ts';
import styles from './wizard.module.css';

const NAMED = ['iso', 'epochMs', 'epochS'] as const;
const PATTERNS = [
  'DD/MM/YYYY HH:mm',
  'MM/DD/YYYY HH:mm',
  'DD.MM.YYYY HH:mm',
  'DD-MM-YYYY HH:mm',
  'YYYY/MM/DD HH:mm',
  'DD/MM/YYYY HH:mm:ss',
  'MM/DD/YYYY h:mm:ss A',
  'DD.MM.YYYY HH:mm:ss',
];

/** Where the time of a row stands, how it is written, and in which zone. */
export function TimeFields({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const { draft, change } = form;
  const header = draft.preview?.header ?? [];
  const formats = [
    ...NAMED.map((value) => ({ value: value as string, label: `${value} – ${t(`timeFormat.${value}`)}` })),
    ...PATTERNS.map((value) => ({ value, label: value })),
  ];
  return (
    <Card title={t('section.time')}>
      <div className={styles.fields}>
        <Labelled form={form} label={t('field.timeColumn')} hint={sampleOf(form)} field="timeColumn">
          {(control) => (
            <Select
              {...control}
              showSearch
              value={draft.timeColumn || null}
              options={header.map((name) => ({ value: name, label: name }))}
              onChange={(timeColumn: string) => change({ timeColumn })}
            />
          )}
        </Labelled>
        <Labelled
          form={form}
          label={t('field.timeFormat')}
          hint={t('field.timeFormatHint')}
          field="timeFormat"
        >
          {(control) => (
            <AutoComplete
              {...control}
              value={draft.timeFormat}
              options={formats}
              onChange={(timeFormat: string) => change({ timeFormat })}
            />
          )}
        </Labelled>
        <ZoneField form={form} />
        <Period form={form} />
      </div>
    </Card>
  );
}

/** From the first to the last row of the file, in the chosen zone. */
function Period({ form: { draft } }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const period = filePeriod(draft);
  if (!period) return null;
  const { from, to } = period;
  return (
    <div className={styles.labelled}>
      <span className={styles.legend}>{t('run.span')}</span>
      <span>{`${format.dateTime(from, draft.timeZone)} – ${format.dateTime(to, draft.timeZone)}`}</span>
    </div>
  );
}

/** The first time of the file as it is written there. */
function sampleOf({ draft: { preview, timeColumn } }: ImportForm): string {
  const index = preview?.header.indexOf(timeColumn) ?? -1;
  return preview?.ends.map((row) => row[index]).find(Boolean) ?? '';
}

function ZoneField({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const { draft, change } = form;
  const zones = useMemo(() => zoneOptions(draft.timeZone), [draft.timeZone]);
  return (
    <Labelled form={form} label={t('field.timeZone')} hint={t('field.timeZoneHint')} field="timeZone">
      {(control) => (
        <Select
          {...control}
          showSearch={{ optionFilterProp: ['label', 'value'] }}
          value={draft.timeZone || null}
          options={zones}
          onChange={(timeZone: string) => change({ timeZone })}
        />
      )}
    </Labelled>
  );
}
