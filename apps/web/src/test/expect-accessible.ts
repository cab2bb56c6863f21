import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with the names of the rules that the element breaks. Colours need a browser that paints, so they are not looked at here. */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}
