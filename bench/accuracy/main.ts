import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { judge, type Judged } from './judge.ts';
import { modelLines } from './model-lines.ts';
import { readRecorded } from './read-recorded.ts';
import type { Recorded } from './recorded.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILE = path.join(ROOT, 'docs/accuracy.md');

const percent = (share: number, digits = 1) =>
  Number.isNaN(share) ? '–' : `${(100 * share).toFixed(digits)} %`;
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

function plantLine(plant: Recorded, source: string, of: Judged): string {
  const plain = plant.isRated ? [percent(of.plainBias), percent(of.plainRmse)] : ['–', '–'];
  const bound = plant.isRated ? `${of.over} of ${of.rows}` : '–';
  const told = Number.isNaN(of.toldRmse) ? '–' : percent(of.toldRmse);
  return row(
    plant.name,
    source,
    `${of.taught} / ${of.days}`,
    of.hours,
    ...plain,
    percent(of.bias),
    `**${percent(of.rmse)}**`,
    of.lossDays === 0 ? '–' : `${percent(of.wholeRmse)} (${of.lossDays} days)`,
    of.lossDays === 0 ? percent(of.inside, 0) : `${percent(of.inside, 0)} (${percent(of.wholeInside, 0)})`,
    bound,
    told,
  );
}

function main(): void {
  const data = path.resolve(ROOT, process.env.SUNFLEET_DATA ?? '../shared/data');
  const { plants, skipped } = readRecorded(data);
  for (const name of skipped) console.log(`skipped ${name}: not in ${data}`);
  const judged = plants.flatMap((plant) =>
    plant.sources.map((source) => {
      const of = judge(plant, source);
      console.log(`${plant.name} ${source}: RMSE ${percent(of.rmse)}, bias ${percent(of.bias)}`);
      return plantLine(plant, source, of);
    }),
  );
  if (skipped.length > 0) {
    console.log('docs/accuracy.md stays as it is: it is written when all measured plants are there');
    return;
  }
  const { pvlib, lines } = modelLines();
  const text = [
    '# Accuracy',
    '',
    'Written by `npm run -s accuracy`. It reads the recorded plants of the folder that `SUNFLEET_DATA` names, and writes nothing where one of them is missing.',
    '',
    '## Expected power against recorded plants',
    '',
    'Each block of days is judged by what the days before it taught; no judged day was seen before. Errors are those of hourly means in daylight, of the DC capacity; bias is that of the energy. The range of a day goes by the days before it, as in the product ([decision 113](adr/0113-ranges-follow-the-last-days.md)). *Before* is the model without calibration; it says nothing where the nameplate',
    'is not told. *Without losses* leaves out days that gave less than three quarters of what was expected. *Inside* is the share of rows between P10 and P90 (80 % would be right), in brackets without days of losses. *Over* counts rows above the bound. *File* is the error of an expectation that the file brings along.',
    '',
    row(
      'plant',
      'light',
      'days taught / judged',
      'hours',
      'bias before',
      'RMSE before',
      'bias',
      'RMSE',
      'without losses',
      'inside',
      'over',
      'file',
    ),
    row(...Array.from({ length: 12 }, () => '---')),
    ...judged,
    '',
    'Assumed, because the files do not tell:',
    '',
    ...plants.filter(({ assumed }) => assumed !== '').map(({ name, assumed }) => `- ${name}: ${assumed}.`),
    '',
    'The aims are an hourly error under 4 % of the capacity after calibration with a sensor, and a bias under 5 % before it.',
    '',
    'What it cannot explain:',
    '',
    '- **A clear sky is no weather.** Without light that was measured, the error is the weather itself; the range says so, and no residual is drawn.',
    '- **pvops R15** lost a third of its power from November to February. That is the residual an operator wants to see; a calibration that would take it for usual is refused. Smaller losses of some inverters stay in the error, and most rows outside the range lie below it on such days.',
    "- **pvops R10** follows the Sun by trackers of which neither angles nor nameplate are told. Factors by the Sun's position make up for most of it.",
    '- **Means of an hour** in the files of pvops mix clear and dark minutes, and at the ends of the day light and night.',
    '- **enerpos** has fifteen days: few positions of the Sun are seen more than ten times. Clouds between the sensors and the roofs remain. Six judged days are as many samples of the weather: under a clear sky alone the share within the range moves by a tenth with each of them.',
    '- **strings** has two days, of which one teaches, so that all that it saw is within the range and nothing corrects it. Neighbours are inverters of the same place, nearer than neighbours usually are.',
    '- **The range** is made of the days that taught, each of which is tried against the others, and is stretched by the last thirty days that did not. Days that lost more than a quarter do not stretch it, so that a fault stays outside.',
    '- **Weather of a service** is in none of the files: the range by it is learned as that of the others, and was not measured here.',
    '- Snow, and dust that comes and goes within weeks, are not modelled: they appear as residuals.',
    '',
    '## Models against pvlib',
    '',
    `One row of each model, computed now, beside what pvlib ${pvlib} answers; \`packages/analysis/README.md\` says how far all rows are apart at most, and a test holds it.`,
    '',
    row('model', 'rows', 'case', 'here', 'pvlib'),
    row('---', '---:', '---', '---:', '---:'),
    ...lines.map(({ model, rows, asked, ours, theirs }) => row(`\`${model}\``, rows, asked, ours, theirs)),
    '',
  ];
  writeFileSync(FILE, text.join('\n'));
  console.log(`wrote ${path.relative(ROOT, FILE)}`);
}

main();
