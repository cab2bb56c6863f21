import type { ChartLook } from './chart-look.ts';
import styles from './chart.module.css';
import type { BarDrawing, Curve, TimeDrawing } from './drawing.ts';
import type { ChartWords } from './chart-words.ts';
import type { Tone } from './tones.ts';
import { sampleAt } from './value-at.ts';

interface Row {
  name: string;
  tone: Tone;
  dashed?: boolean | undefined;
  text: string;
}

export interface Tip {
  head: string;
  rows: readonly Row[];
  /** Words that stand below the figures. */
  notes?: readonly string[];
}

/** What a tooltip says at a value of the axis, or at the place of a bucket; hidden series are not named. */
export type TipAt = (
  look: ChartLook,
  at: { value: number; place: number; isShown: (name: string) => boolean },
) => Tip;

/** A moment between two samples belongs to the nearer one, up to so large a part of what is drawn. */
const REACH = 1 / 300;

/** What all curves had at a moment; curves of which nothing is known then are left out. */
export function timeTip(
  look: ChartLook,
  drawing: TimeDrawing,
  { time, words, isShown }: { time: number; words: ChartWords; isShown: (name: string) => boolean },
): Tip {
  const reach = (drawing.to - drawing.from) * REACH;
  const rows: Row[] = [];
  for (const curve of drawing.panels.flatMap(({ curves }) => curves)) {
    const place = sampleAt(curve.times, time, reach);
    const value = curve.values[place] ?? null;
    if (value === null || !isShown(curve.name)) continue;
    // Of what flows in or out only one does at a time.
    if (curve.draw === 'below' && value === 0) continue;
    const { name, tone, dashed } = curve;
    const text = textOf(look, curve, { place, value, words });
    // Of a band of which one edge is not known nothing can be said.
    if (text !== '') rows.push({ name, tone, dashed, text });
  }
  return {
    head: look.format.dateTime(time, drawing.zone, styleOf(drawing)),
    rows,
  };
}

const styleOf = (drawing: TimeDrawing) =>
  drawing.dayless ? 'time' : secondsMatter(drawing) ? 'full' : 'dateTime';
const secondsMatter = ({ panels }: TimeDrawing): boolean =>
  panels.some(({ curves }) => curves.some(({ times }) => times.some((time) => time % 60_000 !== 0)));

function textOf(
  { format }: ChartLook,
  curve: Curve,
  { place, value, words }: { place: number; value: number; words: ChartWords },
): string {
  const { unit, digits, text, draw, low = [], high } = curve;
  if (text) return text(value);
  const least = low[place] ?? null;
  const greatest = draw === 'band' ? value : (high?.[place] ?? null);
  const between =
    least === null || greatest === null ? '' : words.span(format.span(least, greatest, unit, digits));
  if (draw === 'band') return between;
  const own = format.value(value, unit, digits);
  return between && least !== greatest ? `${own} (${between})` : own;
}

/** What one bucket holds, and what is noted of it; what is not known is left out. */
export function barTip(
  { format }: ChartLook,
  { buckets, bars, notes }: BarDrawing,
  { place, isShown }: { place: number; isShown: (name: string) => boolean },
): Tip {
  const rows = bars.flatMap(({ name, tone, unit, values }) => {
    const value = values[place] ?? null;
    return value === null || !isShown(name) ? [] : [{ name, tone, text: format.value(value, unit) }];
  });
  const { start = '', name: head = '' } = buckets[place] ?? {};
  const told = notes && isShown(notes.name) ? notes.texts.get(start) : undefined;
  return { head, rows, ...(told ? { notes: told } : {}) };
}

/** The box itself. Names are people's own, so they go in as texts, never as HTML. */
export function tipElement(look: ChartLook, { head, rows, notes = [] }: Tip): HTMLElement | string {
  if (rows.length + notes.length === 0) return '';
  const box = document.createElement('div');
  box.append(part(styles.tipHead!, head));
  for (const { name, tone, dashed, text } of rows) {
    const swatch = part(styles.tipSwatch!, '');
    swatch.style.borderTop = `3px ${dashed ? 'dashed' : 'solid'} ${look.tones[tone]}`;
    const row = part(styles.tipRow!, '');
    row.append(swatch, part(styles.tipName!, name), part(styles.tipValue!, text));
    box.append(row);
  }
  box.append(...notes.map((note) => part(styles.tipNote!, note)));
  return box;
}

function part(className: string, text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.textContent = text;
  return element;
}
