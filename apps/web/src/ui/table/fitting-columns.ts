import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './column.ts';

/** px of a column that names no width. */
const USUAL_WIDTH = 140;

/** px of a letter of a head, and of what stands beside it: padding and the arrows of the order. */
const LETTER = 9;
const BESIDE = 36;

/** px of a column: what it asks for, and never less than the longest word of its head needs, as in German. */
export function widthOf<Row>({ width = USUAL_WIDTH, title }: Pick<Column<Row>, 'width' | 'title'>): number {
  const longest = Math.max(...title.split(/[\s-]/).map((word) => word.length));
  return Math.max(width, longest * LETTER + BESIDE);
}

/**
 * Keys of the columns that are shown until somebody chooses: in their order, as many as the table has room for. Without a width (not
 * measured yet) all of them.
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number | undefined): string[] {
  const usual = columns.filter((column) => !column.hidden);
  if (!width) return usual.map(({ key }) => key);
  let room = width;
  const end = usual.findIndex((column) => (room -= widthOf(column)) < 0 && !column.fixed);
  return usual.slice(0, end < 0 ? usual.length : end).map(({ key }) => key);
}

/** How wide an element is, now and after every change. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number | undefined] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const measure = () => setWidth(element.current?.clientWidth);
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
