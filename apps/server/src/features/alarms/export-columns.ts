import { minorDigits } from '@sunfleet/analysis';
import type { Alarm, AlarmExportColumn, Language } from '@sunfleet/contract';
import type { Cell } from '../../platform/tables/cell.ts';
import type { Text } from '../../platform/text.ts';

interface ExportColumn {
  title: string;
  cell: (alarm: Alarm) => Cell;
}

/** What the name that people gave a rule stands behind. */
const OWN_RULE = 'rule:';

/** Name, cause or advice of an alarm; the code in the place of a name that nobody wrote, nothing in that of the others. */
export function faultText(
  { text, language }: { text: Text; language: Language },
  { textKey, code }: Pick<Alarm, 'textKey' | 'code'>,
  part: 'name' | 'cause' | 'advice',
): string | null {
  if (textKey.startsWith(OWN_RULE)) return part === 'name' ? textKey.slice(OWN_RULE.length) : null;
  const key = `${textKey}.${part}`;
  const found = text(language, key);
  if (found !== key.slice(key.indexOf('.') + 1)) return found;
  return part === 'name' ? code : null;
}

/** Columns that have their name in the panel of an alarm. */
const IN_DETAIL: ReadonlySet<AlarmExportColumn> = new Set(['count', 'cause', 'advice', 'lastSeenAt']);

const shieldCell = (shield: Alarm['shield'], forGood: string): Cell =>
  shield === null ? null : shield.until === null ? forGood : { at: shield.until };

/** Columns of a file of alarms, each once, named in the reader's language with their units. */
export function alarmExportColumns(
  keys: readonly AlarmExportColumn[],
  { text, language, zone, now }: { text: Text; language: Language; zone: string; now: number },
): ExportColumn[] {
  const t = (name: string) => text(language, name);
  const words = { text, language };
  const money = (alarm: Alarm) => alarm.loss?.money ?? null;
  const column: Readonly<Record<AlarmExportColumn, readonly [unit: string, cell: ExportColumn['cell']]>> = {
    name: ['', (alarm) => faultText(words, alarm, 'name')],
    level: ['', ({ level }) => t(`common.status.alarm.${level}`)],
    station: ['', ({ station }) => station?.name ?? null],
    device: ['', ({ device }) => device?.sn ?? null],
    beganAt: [zone, ({ beganAt }) => ({ at: beganAt })],
    duration: ['h', ({ beganAt, recoveredAt }) => ((recoveredAt ?? now) - beganAt) / 3_600_000],
    loss: ['kWh', ({ loss }) => (loss === null ? null : loss.energy / 1000)],
    money: ['', (alarm) => amountOf(money(alarm))],
    handling: [
      '',
      ({ shield, handling }) => t(shield ? 'alarms.shield.quiet' : `alarms.handling.${handling}`),
    ],
    handler: ['', ({ handled }) => handled?.by ?? null],
    assignee: ['', ({ assignee }) => assignee?.name ?? null],
    shield: [zone, ({ shield }) => shieldCell(shield, t('alarms.shield.ends.permanent'))],
    lastSeenAt: [zone, ({ lastSeenAt }) => ({ at: lastSeenAt })],
    recoveredAt: [zone, ({ recoveredAt }) => (recoveredAt === null ? null : { at: recoveredAt })],
    count: ['', ({ count }) => count],
    code: ['', ({ code }) => code],
    type: ['', ({ type }) => t(`alarms.type.${type}`)],
    cause: ['', (alarm) => faultText(words, alarm, 'cause')],
    advice: ['', (alarm) => faultText(words, alarm, 'advice')],
  };
  const title = (key: AlarmExportColumn) => {
    const name = t(IN_DETAIL.has(key) ? `alarms.detail.${key}` : `alarms.column.${key}`);
    return column[key][0] ? `${name} (${column[key][0]})` : name;
  };
  const one = (key: AlarmExportColumn): ExportColumn => ({ title: title(key), cell: column[key][1] });
  // An amount is worth nothing without its currency, and a column may hold several.
  const currency: ExportColumn = {
    title: t('alarms.column.currency'),
    cell: (alarm) => money(alarm)?.currency ?? null,
  };
  return [...new Set(keys)].flatMap((key) => (key === 'money' ? [one(key), currency] : [one(key)]));
}

function amountOf(money: NonNullable<Alarm['loss']>['money']): number | null {
  return money === null ? null : money.amount / 10 ** minorDigits(money.currency);
}
