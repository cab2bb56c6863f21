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
 * Keys of the columns that are shown until somebody chooses: in their order, as many as the table has room for beside the one that names a row and its buttons. Without
 * a width (not measured yet) all of them.
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number | undefined): string[] {
  const usual = columns.filter((column) => !column.hidden);
  if (!width) return usual.map(({ key }) => key);
  const stays = ({ fixed, buttons }: Column<Row>) => fixed || buttons;
  let room = usual.filter(stays).reduce((rest, column) => rest - widthOf(column), width);
  const others = usual.filter((column) => !stays(column));
  const end = others.findIndex((column) => (room -= widthOf(column)) < 0);
  const dropped = new Set(end < 0 ? [] : others.slice(end));
  return usual.filter((column) => !dropped.has(column)).map(({ key }) => key);
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
