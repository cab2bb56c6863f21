import { looksLikeFormula } from '@sunfleet/contract';
import type { Cell } from './cell.ts';
import { columnLetter } from './column-letter.ts';
import { numberText } from './csv-text.ts';

// The parts of a workbook (ECMA-376). Its rows are written one after the other, texts within their cells, so that any number
// of them takes the same memory.

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Styles by index: usual, head, day, moment, a text that looks like a formula. */
const STYLE = { head: 1, day: 2, moment: 3, quoted: 4 } as const;

/** Every part but the sheets, by path. */
export const workbookParts = (titles: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${each(titles, (n) => `<Override PartName="/${sheetPath(n)}" ContentType="${TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each(titles, (n, title) => `<sheet name="${sheetName(title)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(titles, (n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${titles.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
});

/** `n` counts from 1. */
export const sheetPath = (n: number): string => `xl/worksheets/sheet${n}.xml`;

const each = (titles: readonly string[], write: (n: number, title: string) => string): string =>
  titles.map((title, index) => write(index + 1, title)).join('');

/** Begins the sheet: columns of a readable width, and a head that stays in view. */
export const sheetBegin = (columns: number): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="18" customWidth="1"/></cols><sheetData>`;

export const SHEET_END = '</sheetData></worksheet>';

export const headRow = (titles: readonly string[]): string =>
  `<row r="1">${titles.map((title, column) => textCell(title, { at: at(column, 1), style: STYLE.head })).join('')}</row>`;

/** The row of a number, the head being row 1. Cells say where they are, because not every program counts them. */
export const sheetRow = (cells: readonly Cell[], clock: (at: number) => string, row: number): string =>
  `<row r="${row}">${cells.map((cell, column) => sheetCell(cell, clock, at(column, row))).join('')}</row>`;

const at = (column: number, row: number): string => `${columnLetter(column)}${row}`;

function sheetCell(cell: Cell, clock: (at: number) => string, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${numberText(cell)}</v></c>`;
  if (typeof cell === 'string')
    return textCell(cell, { at: place, style: looksLikeFormula(cell) ? STYLE.quoted : 0 });
  const [style, text] =
    'at' in cell
      ? ([STYLE.moment, clock(cell.at).replace(' ', 'T')] as const)
      : ([STYLE.day, `${cell.day}T00:00:00`] as const);
  return `<c r="${place}" s="${style}"><v>${numberText((Date.parse(`${text}Z`) - FIRST_DAY) / 86_400_000)}</v></c>`;
}

/** Day 0 of spreadsheets. */
const FIRST_DAY = Date.UTC(1899, 11, 30);

const textCell = (text: string, { at: place, style }: { at: string; style: number }): string =>
  `<c r="${place}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML cannot hold: most control characters, two others, and halves of a pair. */
const NO_XML =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const escapeXml = (text: string): string =>
  text.replaceAll(NO_XML, '').replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!);

/** A sheet's name has 31 letters and none of these signs. */
const sheetName = (title: string): string => escapeXml(title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31));
