import { expect, test } from 'vitest';
import { readComponents, type UnreadFile } from './read-components.ts';
import type { FoundComponent } from './found-component.ts';
import { TEMPLATE_COLUMNS, templateText } from './read-template.ts';

const encode = (text: string) => new TextEncoder().encode(text);
function foundIn(text: string): FoundComponent[] {
  const found = readComponents(encode(text));
  if (typeof found === 'string') throw new Error(found);
  return found;
}

const CEC_MODULES = [
  'Name,Technology,Bifacial,STC,A_c,Length,Width,N_s,I_sc_ref,V_oc_ref,I_mp_ref,V_mp_ref,alpha_sc,beta_oc,T_NOCT,a_ref,I_L_ref,I_o_ref,R_s,R_sh_ref,Adjust,gamma_r,BIPV,Version,Date',
  'Units,,,,m2,m,m,,A,V,A,V,A/K,V/K,C,V,A,A,Ohm,Ohm,%,%/K,,,',
  '[0],lib_technology,,,,,,cec_n_s,cec_i_sc_ref,,,,,,,,,,,,,,,,',
  'Maker MK-400 HC,Mono-c-Si,1,400.2,1.9,1.75,1.1,72,10.4,49,9.76,41,0.0052,-0.1372,45,1.85,10.41,3.1e-11,0.28,420,7.5,-0.35,N,2023,1/1/2023',
  'Maker Broken,Multi-c-Si,0,400,1.9,,,72,10.4,40,9.76,41,0.0052,-0.1372,45,1.85,10.41,3.1e-11,0.28,420,7.5,-0.35,N,2023,1/1/2023',
].join('\n');

test('a table of modules of the CEC: coefficients as shares, single diode as it is, rows of units left out', () => {
  const [whole, broken, ...others] = foundIn(CEC_MODULES);
  expect(others).toEqual([]);
  expect(whole?.component).toEqual({
    kind: 'module',
    manufacturer: 'Maker',
    model: 'MK-400 HC',
    sheet: {
      technology: 'monoSi',
      power: 400.2,
      vOc: 49,
      iSc: 10.4,
      vMp: 41,
      iMp: 9.76,
      alphaSc: 0.05,
      betaVoc: -0.28,
      gammaPmp: -0.35,
      cellsInSeries: 72,
      length: 1.75,
      width: 1.1,
      bifaciality: 65,
      diode: {
        aRef: 1.85,
        ILRef: 10.41,
        IoRef: 3.1e-11,
        RshRef: 420,
        Rs: 0.28,
        adjust: 7.5,
        source: 'given',
      },
    },
  });
  expect(broken).toMatchObject({ component: null, faults: [{ field: 'vMp', rule: 'mppVoltageAbove' }] });
});

test('a table of inverters of the CEC', () => {
  const [found] = foundIn(
    [
      'Name,Vac,Pso,Paco,Pdco,Vdco,C0,C1,C2,C3,Pnt,Vdcmax,Idcmax,Mppt_low,Mppt_high,CEC_Date,CEC_Type',
      'Units,V,W,W,W,V,1/W,1/V,1/V,1/V,W,V,A,V,V,,',
      'Maker: Grid 10 [240V],240,25,10000,10300,400,-2.1e-06,-4e-06,-0.0004,-0.0001,1.5,600,30,200,500,,Utility',
    ].join('\n'),
  );
  expect(found?.component).toMatchObject({
    kind: 'inverter',
    manufacturer: 'Maker',
    model: 'Grid 10 [240V]',
    sheet: {
      acPower: 10_000,
      dcVoltageMax: 600,
      mppVoltageMin: 200,
      currentMax: 30,
      sandia: { C0: -2.1e-6 },
    },
  });
});

const PAN = [
  'PVObject_=pvModule',
  '  Version=6.40',
  '  PVObject_Commercial=pvCommercial',
  '    Manufacturer=Maker',
  '    Model=MK-400',
  '    Width=1.100',
  '    Height=1.750',
  '  End of PVObject pvCommercial',
  '  Technol=mtSiMono',
  '  NCelS=72',
  '  PNom=400.0',
  '  Isc=10.400',
  '  Voc=49.00',
  '  Imp=9.760',
  '  Vmp=41.00',
  '  muISC=5.20',
  '  muVocSpec=-137.2',
  '  muPmpReq=-0.350',
  '  BifacialityFactor=0.700',
  'End of PVObject pvModule',
].join('\r\n');

test('a PVsyst file of a module: coefficients are mA/K and mV/K', () => {
  const [found] = foundIn(PAN);
  expect(found).toMatchObject({
    name: 'Maker MK-400',
    faults: [],
    component: {
      sheet: { power: 400, alphaSc: 0.05, betaVoc: -0.28, bifaciality: 70, length: 1.75, diode: null },
    },
  });
});

test('a PVsyst file of an inverter: powers are kW, the current is shared among the MPPTs', () => {
  const [found] = foundIn(
    [
      'PVObject_=pvGInverter',
      '  PVObject_Commercial=pvCommercial',
      '    Manufacturer=Maker',
      '    Model=Grid 10',
      '  End of PVObject pvCommercial',
      '  PVObject_Converter=TConverter',
      '    PNomConv=10.000',
      '    PMaxOUT=11.000',
      '    VMppMin=200.0',
      '    VMPPMax=850.0',
      '    VAbsMax=1000.0',
      '    EfficEuro=97.80',
      '    IMaxDC=50.0',
      '  End of PVObject TConverter',
      '  NbInputs=4',
      '  NbMPPT=2',
      'End of PVObject pvGInverter',
    ].join('\n'),
  );
  expect(found?.component).toMatchObject({
    kind: 'inverter',
    sheet: {
      acPower: 11_000,
      dcVoltageMax: 1000,
      mppVoltageMax: 850,
      mppts: 2,
      stringsPerMppt: 2,
      currentMax: 25,
      efficiency: 97.8,
    },
  });
});

test('the own table, in any delimiter and with decimal commas', () => {
  const values: Partial<Record<(typeof TEMPLATE_COLUMNS)[number], string>> = {
    kind: 'module',
    manufacturer: 'Maker',
    model: 'T',
    technology: 'monosi',
    power: '400',
    vOc: '49',
    iSc: '10,4',
    vMp: '41',
    iMp: '9,76',
    alphaSc: '0,05',
    betaVoc: '-0,28',
    gammaPmp: '-0,35',
  };
  const row = TEMPLATE_COLUMNS.map((column) => values[column] ?? '').join(';');
  const [found] = foundIn(`${templateText().trim().replaceAll(',', ';')}\n${row}`);
  expect(found?.component).toMatchObject({ sheet: { technology: 'monoSi', iSc: 10.4, cellsInSeries: null } });
  const [missing] = foundIn(`${templateText()}module,Maker,T\n`);
  expect(missing?.faults).toContainEqual({ field: 'vOc', rule: 'figureMissing' });
});

test.each<[Uint8Array, UnreadFile]>([
  [encode(''), 'unknown'],
  [encode('just words'), 'unknown'],
  [encode('a,b\n1,2'), 'unknown'],
  [Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0), 'binary'],
  [encode('PVObject_=pvModuleX\n'), 'unknown'],
  [new Uint8Array(20_000_001).fill(65), 'tooLarge'],
])('what holds no components says why', (bytes, why) => {
  expect(readComponents(bytes)).toBe(why);
});

test('letters of Windows are read', () => {
  const bytes = encode(PAN.replace('Manufacturer=Maker', 'Manufacturer=M?ller'));
  bytes[bytes.indexOf(0x3f)] = 0xfc;
  expect(readComponents(bytes)).toMatchObject([{ name: 'Müller MK-400' }]);
});
