import type { DecodedFrame, DecodedModbus } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import { usePointName } from '../../parts/points/use-point-name.ts';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import styles from './decoder.module.css';
import { flatFields } from './flat-fields.ts';

const PROTOCOLS = { v5: 'V5', modbusRtu: 'Modbus RTU', modbusTcp: 'Modbus TCP' } as const;
/** Shown as tables. */
const TABLES = ['protocol', 'words', 'values', 'models'];

type Values = Readonly<Record<string, { value: number; unit: string }>>;

/** One frame: what it is, its fields by the names of `npm run decode`, values and registers. */
export function FrameCard({ frame, number }: { frame: DecodedFrame; number: number }) {
  const { t } = useTranslation('tools');
  const { modbus } = frame;
  const name = frame.protocol === 'v5' ? t(`name.${frame.name}`) : undefined;
  const title = [`${number}. ${PROTOCOLS[frame.protocol]}`, name, modbus && t(`kind.${modbus.kind}`)];
  return (
    <Card
      title={title.filter(Boolean).join(' · ')}
      extra={<CopyButton text={JSON.stringify(frame, null, 2)} />}
    >
      <div className={styles.stack}>
        <dl className={styles.fields}>
          {flatFields(frame, TABLES).map((field) => (
            <div key={field.name}>
              <dt>{field.name}</dt>
              <dd>{field.value}</dd>
            </div>
          ))}
        </dl>
        <ValueTable values={valuesOf(frame)} />
        {modbus && 'words' in modbus ? <WordTable modbus={modbus} /> : null}
      </div>
    </Card>
  );
}

function valuesOf(frame: DecodedFrame): Values {
  const { modbus } = frame;
  if (modbus?.kind === 'readAnswer' && modbus.meaning) return modbus.meaning.values;
  const pushed = frame.protocol === 'v5' ? frame.payload?.values : undefined;
  return (pushed ?? {}) as Values;
}

function ValueTable({ values }: { values: Values }) {
  const { t, i18n } = useTranslation('tools');
  const nameOf = usePointName();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 });
  const rows = Object.entries(values);
  if (rows.length === 0) return null;
  return (
    <div className={plain.wide}>
      <table className={plain.table}>
        <caption className="visually-hidden">{t('table.values')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('table.point')}</th>
            <th scope="col">{t('table.value')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, { value, unit }]) => (
            <tr key={key}>
              <th scope="row">
                {nameOf(key)} <code>{key}</code>
              </th>
              <td>{`${number.format(value)} ${unit}`.trim()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WordTable({ modbus }: { modbus: Extract<DecodedModbus, { words: number[] }> }) {
  const { t } = useTranslation('tools');
  const { words, address } = modbus;
  return (
    <details>
      <summary>{t('table.registers', { n: words.length })}</summary>
      <div className={plain.wide}>
        <table className={plain.table}>
          <thead>
            <tr>
              <th scope="col">{address === undefined ? t('table.place') : t('table.register')}</th>
              <th scope="col">{t('table.hex')}</th>
              <th scope="col">{t('table.decimal')}</th>
            </tr>
          </thead>
          <tbody>
            {words.map((word, index) => (
              <tr key={index}>
                <th scope="row">{(address ?? 0) + index}</th>
                <td>{word.toString(16).padStart(4, '0')}</td>
                <td>{word}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
