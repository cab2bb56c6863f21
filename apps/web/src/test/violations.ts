import axe from 'axe-core';

/** What axe finds wrong in an element: rule and place. Contrast needs a real browser and is checked there. */
export async function violations(element: Element): Promise<string[]> {
  const { violations: found } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}
