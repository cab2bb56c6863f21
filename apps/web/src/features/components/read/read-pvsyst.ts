import type { ModuleSheet } from '@sunfleet/contract';
import { foundInverter, foundModule, type FoundComponent } from './found-component.ts';

/** More lines are no data sheet. */
const MOST_LINES = 5000;
const LONGEST_VALUE = 300;

/** Lines `Key=Value` of a PVsyst file, the first of each key; null where it is none of a module or an inverter. */
export function readPvsyst(text: string): FoundComponent | null {
  const kind = /^PVObject_=(pvModule|pvGInverter)\r?$/im.exec(text.slice(0, 2000))?.[1]?.toLowerCase();
  if (kind === undefined) return null;
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/).slice(0, MOST_LINES)) {
    const at = line.indexOf('=');
    const key = line.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (key !== '' && !values.has(key)) values.set(key, line.slice(at + 1, at + LONGEST_VALUE).trim());
  }
  const cell = (key: string) => values.get(key.toLowerCase()) ?? '';
  const figure = (key: string) => (/^[+-]?\d+(\.\d+)?$/.test(cell(key)) ? Number(cell(key)) : NaN);
  const named = { manufacturer: cell('Manufacturer'), model: cell('Model') };
  return kind === 'pvmodule' ? moduleOf(named, { cell, figure }) : inverterOf(named, { figure });
}

interface Values {
  cell: (key: string) => string;
  figure: (key: string) => number;
}
type Naming = { manufacturer: string; model: string };

const TECHNOLOGIES: Readonly<Record<string, ModuleSheet['technology']>> = {
  mtsimono: 'monoSi',
  mtsihit: 'monoSi',
  mtsipoly: 'multiSi',
  mtasi: 'aSi',
  mtcdte: 'cdTe',
  mtcis: 'cigs',
};

/** Coefficients are mA/K and mV/K there, that of the power %/K. */
function moduleOf(named: Naming, { cell, figure }: Values): FoundComponent {
  const [vOc, iSc] = [figure('Voc'), figure('Isc')];
  const bifaciality = figure('BifacialityFactor');
  return foundModule(named, {
    technology: TECHNOLOGIES[cell('Technol').toLowerCase()] ?? null,
    power: figure('PNom'),
    vOc,
    iSc,
    vMp: figure('Vmp'),
    iMp: figure('Imp'),
    alphaSc: (figure('muISC') / 1000 / iSc) * 100,
    betaVoc: (figure('muVocSpec') / 1000 / vOc) * 100,
    gammaPmp: figure('muPmpReq'),
    cellsInSeries: figure('NCelS'),
    length: Math.max(figure('Height'), figure('Width')),
    width: Math.min(figure('Height'), figure('Width')),
    bifaciality: bifaciality > 0 ? bifaciality * 100 : null,
    diode: null,
  });
}

/** Powers are kW there. The current is that of the whole inverter, which is shared among its MPPTs. */
function inverterOf(named: Naming, { figure }: Pick<Values, 'figure'>): FoundComponent {
  const mppts = figure('NbMPPT') > 0 ? figure('NbMPPT') : 1;
  const inputs = figure('NbInputs');
  const efficiency = figure('EfficEuro') > 0 ? figure('EfficEuro') : figure('EfficCEC');
  return foundInverter(named, {
    acPower: (figure('PMaxOUT') > 0 ? figure('PMaxOUT') : figure('PNomConv')) * 1000,
    dcPowerMax: figure('PMaxDC') > 0 ? figure('PMaxDC') * 1000 : null,
    dcVoltageMax: figure('VAbsMax'),
    mppVoltageMin: figure('VMppMin'),
    mppVoltageMax: figure('VMPPMax'),
    mppts,
    stringsPerMppt: inputs >= mppts ? Math.floor(inputs / mppts) : null,
    currentMax: figure('IMaxDC') > 0 ? figure('IMaxDC') / mppts : null,
    efficiency,
    sandia: null,
  });
}
