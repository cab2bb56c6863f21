import { ask } from './ask.ts';

/** What a person of the crowd asks for, again and again: the dearest pages of a large fleet. */
const DEAR = [
  '/stations?sort=power&order=desc&pageSize=100',
  '/stations?sort=loss&sums=true&pageSize=100',
  '/stations?search=plant%204&sums=true',
  '/stations?sort=name&page=400',
  '/stations/map',
  `/stations/day-curves?ids=${Array.from({ length: 200 }, (_, n) => 100 + n).join(',')}`,
  '/portfolio/overview',
  '/portfolio/power?hours=24',
  '/portfolio/energy?grain=day&from=2026-01-01&to=2026-01-31',
  '/portfolio/availability',
  '/portfolio/availability?days=90',
  '/alarms?pageSize=100',
  '/devices?pageSize=100',
];

/** Told to wait, or that the server is busy. */
const PUT_OFF = new Set([429, 503]);

const [url, ...tokens] = process.argv.slice(2);
let counts = false;
let isOver = false;
let answered = 0;
process.on('message', (message: 'count' | 'stop') => {
  counts = message === 'count';
  isOver = !counts;
});
await Promise.all(tokens.map(askOn));
process.send!(answered, () => process.exit());

/** One person, who begins with another page than the one before. */
async function askOn(token: string, person: number): Promise<void> {
  for (let request = person; !isOver; request += 1) {
    const page = DEAR[request % DEAR.length]!;
    const status = await ask(url!, token, page);
    if (status !== 200 && !PUT_OFF.has(status)) throw new Error(`${page}: ${status}`);
    // What comes before or after is not of the time that is measured.
    if (status === 200 && counts) answered += 1;
  }
}
