import { expect, test } from 'vitest';
import { alikeWords } from './alike-words.ts';

test('the words that are near what was searched for, and no others', () => {
  expect(alikeWords('solrpark', ['Solarpark München Süd', null])).toEqual(['Solarpark']);
  expect(alikeWords('muenchen', ['Solarpark München Süd', 'München'])).toEqual(['München']);
  expect(alikeWords('bavaria', ['Бавария Восток'])).toEqual(['Бавария']);
  expect(alikeWords('beijing', ['北京电站', '北京'])).toContain('北京');
  expect(alikeWords('mill roof', ['Millroof', 'Roof of the mill'])).toEqual(['Millroof', 'Roof', 'mill']);
  expect(alikeWords('xylophone', ['Barn', ''])).toEqual([]);
});
