import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readComponents } from './read-components.ts';

const HEADS = [
  'PVObject_=pvModule\r\nManufacturer=A\r\n',
  'PVObject_=pvGInverter\n',
  'kind,manufacturer,model\n',
  'Name,Technology,V_oc_ref,I_sc_ref\n',
  'Name;Paco;Pdco\n',
  '',
];
const LINES = [
  'PNom=400',
  'Voc=',
  'muISC=1e308',
  'NbMPPT=0',
  'Voc=-0',
  '"',
  'module,a,b',
  ',,,',
  '=',
  'Technol=mtSiMono',
  'NbInputs=9',
];

const listed = (found: ReturnType<typeof readComponents>) => {
  if (typeof found === 'string') expect(['tooLarge', 'binary', 'unknown']).toContain(found);
  else for (const one of found) expect(typeof one).toBe('object');
};

test('whatever stands in a file of components, it has some or is said to have none', () => {
  const noise = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(
      fc.constantFrom(...HEADS),
      fc.array(fc.constantFrom(...LINES), { maxLength: 12 }),
      noise,
      (head, lines, bytes) => {
        listed(readComponents(Buffer.concat([Buffer.from(head + lines.join('\n')), bytes])));
      },
    ),
    { numRuns: 500 },
  );
});
