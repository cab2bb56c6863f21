import { expect, test } from 'vitest';
import { byProducer } from './by-producer.ts';

test('what is about a producer is found by walking each list once', async () => {
  let walked = 0;
  const aboutAll = (name: string) => ({
    name,
    *producers() {
      for (let producer = 0; producer < 1000; producer += 1) {
        walked += 1;
        yield producer;
      }
    },
  });
  const alarms = ['a', 'b', 'c'].map((name) => {
    const { producers } = aboutAll(name);
    return { name, producers: { [Symbol.iterator]: producers } };
  });
  const found = await byProducer([...alarms, { name: 'own', producers: [7, 2000] }]);
  expect(walked).toBe(3000);
  const namesOf = (producer: number) => found.get(producer)?.map(({ name }) => name);
  expect(namesOf(6)).toEqual(['a', 'b', 'c']);
  expect(namesOf(7)).toEqual(['a', 'b', 'c', 'own']);
  expect(namesOf(2000)).toEqual(['own']);
  expect(found.size).toBe(1001);
});
