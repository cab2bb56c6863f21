import { pointByKey } from '../catalogue/points.ts';
import { convertUnit, unitConversion } from '../catalogue/unit-conversion.ts';
import { isUnit } from '../catalogue/units.ts';
import { combiner, type Combiner } from './combine.ts';
import {
  COMPARISONS,
  GROUP_FUNCTIONS,
  MEASURED_VALUES,
  nodesOf,
  SITE_TRUTHS,
  SITE_VALUES,
  WINDOW_FUNCTIONS,
  type Comparison,
  type ConditionNode,
  type SiteValue,
} from './condition.ts';
import { ConditionError, tokensOf, type ConditionFault, type Place, type Token } from './tokens.ts';

const LONGEST_CONDITION = 1000;
/** Means of five minutes: a shorter window would hold one of them. */
const SHORTEST_WINDOW = 10;
const LONGEST_WINDOW = 24 * 60;
const DEEPEST = 40;
/** Signs between numbers: each is one level more in what the store is asked, which refuses some two hundred, and other rules with it. */
const MOST_SIGNS = 100;

const isWord = <Word extends string>(words: readonly Word[], text: string): text is Word =>
  (words as readonly string[]).includes(text);

/**
 * Reads a condition over points. It is data and never run as code; the time taken grows with its length alone.
 * Throws ConditionError with the place of what is wrong.
 */
export function parseCondition(text: string): ConditionNode {
  if (text.length > LONGEST_CONDITION)
    throw new ConditionError('tooLong', { from: LONGEST_CONDITION, to: text.length }, '');
  return new Parser(text).read();
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #combine: Combiner;
  #at = 0;
  #depth = 0;
  #signs = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
    this.#combine = combiner((fault, place) => this.#fault(fault, place));
  }

  read(): ConditionNode {
    const first = this.#next;
    if (first.kind === 'end') throw this.#fault('empty', first);
    const node = this.#or();
    const rest = this.#next;
    if (rest.kind !== 'end') throw this.#fault('unexpected', rest);
    this.#combine.truth(node);
    // Of what is not measured nothing tells when it was.
    const isMeasured = (one: ConditionNode) =>
      one.kind === 'point' || (one.kind === 'site' && MEASURED_VALUES.includes(one.name));
    if (![...nodesOf(node)].some(isMeasured)) throw this.#fault('noPoint', node);
    return node;
  }

  get #next(): Token {
    return this.#tokens[this.#at]!;
  }

  #fault(fault: ConditionFault, { from, to }: Place): ConditionError {
    return new ConditionError(fault, { from, to }, this.#text.slice(from, to));
  }

  /** Takes the next token where it is this one. */
  #take(text: string): boolean {
    if (this.#next.kind === 'end' || this.#next.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #need(text: string): Token {
    const token = this.#next;
    if (!this.#take(text)) throw this.#fault(token.kind === 'end' ? 'unfinished' : 'unexpected', token);
    return token;
  }

  /** Goes one level down; texts of a thousand brackets must not fill the stack. */
  #deeper<Result>(read: () => Result): Result {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw this.#fault('tooDeep', this.#next);
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #takeSign(): void {
    this.#signs += 1;
    if (this.#signs > MOST_SIGNS) throw this.#fault('tooLong', this.#next);
    this.#at += 1;
  }

  #or(): ConditionNode {
    return this.#deeper(() => this.#joined('or', () => this.#joined('and', () => this.#not())));
  }

  #joined(kind: 'and' | 'or', read: () => ConditionNode): ConditionNode {
    let left = read();
    while (this.#take(kind)) {
      const right = this.#combine.truth(read());
      left = { kind, left: this.#combine.truth(left), right, from: left.from, to: right.to };
    }
    return left;
  }

  #not(): ConditionNode {
    const { from } = this.#next;
    if (!this.#take('not')) return this.#comparison();
    const of = this.#combine.truth(this.#deeper(() => this.#not()));
    return { kind: 'not', of, from, to: of.to };
  }

  #comparison(): ConditionNode {
    const one = this.#sum();
    const sign = this.#next.text;
    if (!isWord<Comparison>(COMPARISONS, sign)) return one;
    this.#at += 1;
    const [left, right] = this.#combine.alike(one, this.#sum());
    return { kind: 'compare', sign, left, right, from: one.from, to: right.to };
  }

  #sum(): ConditionNode {
    let left = this.#product();
    for (;;) {
      const sign = this.#next.text;
      if (sign !== '+' && sign !== '-') return left;
      this.#takeSign();
      left = this.#combine.arithmetic(sign, left, this.#product());
    }
  }

  #product(): ConditionNode {
    let left = this.#signed();
    for (;;) {
      const sign = this.#next.text;
      if (sign !== '*' && sign !== '/') return left;
      this.#takeSign();
      left = this.#combine.arithmetic(sign, left, this.#signed());
    }
  }

  #signed(): ConditionNode {
    const { from } = this.#next;
    if (!this.#take('-')) return this.#single();
    const of = this.#combine.number(this.#deeper(() => this.#signed()));
    if (of.kind === 'number') return { ...of, value: -of.value, from };
    return { kind: 'negate', of, unit: of.unit, from, to: of.to };
  }

  #single(): ConditionNode {
    const token = this.#next;
    if (this.#take('(')) {
      const node = this.#or();
      const { to } = this.#need(')');
      return { ...node, from: token.from, to };
    }
    if (token.kind === 'number') return this.#number();
    if (token.kind !== 'name') throw this.#fault(token.kind === 'end' ? 'unfinished' : 'unexpected', token);
    this.#at += 1;
    return this.#next.text === '(' ? this.#call(token) : this.#named(token);
  }

  #number(): ConditionNode & { kind: 'number' } {
    const { from, to, text } = this.#next;
    this.#at += 1;
    const unit = this.#unit();
    return { kind: 'number', value: Number(text), unit: unit?.text, from, to: unit?.to ?? to };
  }

  /** A unit may be of several parts, as `W/m²`. The longest one that is known counts. */
  #unit(): { text: string; to: number } | undefined {
    const first = this.#next;
    if (first.kind !== 'unit' && first.kind !== 'name') return undefined;
    if (first.text === 'and' || first.text === 'or' || first.text === 'not') return undefined;
    let known: { text: string; to: number; parts: number } | undefined;
    for (let parts = 1; parts <= 4; parts += 1) {
      const last = this.#tokens[this.#at + parts - 1];
      if (!last || last.kind === 'end') break;
      const text = this.#text.slice(first.from, last.to);
      if (isUnit(text)) known = { text, to: last.to, parts };
    }
    if (!known) throw this.#fault('unknownUnit', first);
    this.#at += known.parts;
    return known;
  }

  #named(token: Token): ConditionNode {
    const { from, to, text } = token;
    if (isWord(Object.keys(SITE_VALUES) as SiteValue[], text))
      return { kind: 'site', name: text, unit: SITE_VALUES[text], from, to };
    if (isWord(SITE_TRUTHS, text)) return { kind: 'siteTruth', name: text, from, to };
    const point = pointByKey(text);
    if (!point) throw this.#fault('unknownPoint', token);
    if (point.kind !== 'gauge') throw this.#fault('noGauge', token);
    return { kind: 'point', point, unit: point.unit || undefined, from, to };
  }

  #call(name: Token): ConditionNode {
    const { from, text } = name;
    const isWindow = isWord(WINDOW_FUNCTIONS, text);
    const isGroup = isWord(GROUP_FUNCTIONS, text);
    if (!isWindow && !isGroup && text !== 'abs' && text !== 'known')
      throw this.#fault('unknownFunction', name);
    this.#need('(');
    const inner = this.#or();
    const of = text === 'duration' ? this.#combine.truth(inner) : this.#combine.number(inner);
    if (isWindow) this.#refuse(of, ['window']);
    if (isGroup) this.#refuse(of, ['window', ...GROUP_FUNCTIONS]);
    if (text === 'known') return { kind: 'known', of, from, to: this.#need(')').to };
    if (!isWindow) return { kind: text, of, unit: of.unit, from, to: this.#need(')').to };
    this.#need(',');
    const minutes = this.#minutes();
    const unit = text === 'duration' ? 'min' : text === 'rate' ? undefined : of.unit;
    return { kind: 'window', fn: text, of, minutes, unit, from, to: this.#need(')').to };
  }

  /** A window over a window would have to be kept for every moment of the outer one. */
  #refuse(of: ConditionNode, kinds: readonly ConditionNode['kind'][]): void {
    for (const node of nodesOf(of)) if (kinds.includes(node.kind)) throw this.#fault('nested', node);
  }

  #minutes(): number {
    const token = this.#next;
    if (token.kind !== 'number')
      throw this.#fault(token.kind === 'end' ? 'unfinished' : 'windowInvalid', token);
    const { value, unit, from, to } = this.#number();
    const conversion = unit === undefined ? undefined : unitConversion(unit, 'min');
    const minutes = conversion ? convertUnit(value, conversion) : Number.NaN;
    if (!(minutes >= SHORTEST_WINDOW && minutes <= LONGEST_WINDOW))
      throw this.#fault('windowInvalid', { from, to });
    return minutes;
  }
}
