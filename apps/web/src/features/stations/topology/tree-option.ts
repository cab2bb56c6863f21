import type { DeviceStatus } from '@sunfleet/contract';
import type { EChartsOption } from 'echarts';
import { flatTree, type Opened, type TreeNode } from './device-tree.ts';
import type { NodeWords } from './use-node-words.ts';

export interface TreeLook {
  text: string;
  muted: string;
  line: string;
  surface: string;
  font: string;
  /** Colour of what stands for a device's status, and of its alarms. */
  status: (status: DeviceStatus) => string;
  alarm: string;
}

/** px of a node, and from one to the next. */
const WIDTH = 176;
const HEIGHT = 64;
const ACROSS = 232;
const DOWN = 66;
/** Letters of a line that fit. */
const LONGEST = 22;

/** px that a tree takes. */
export function treeSize(tree: TreeNode): { width: number; height: number } {
  const nodes = flatTree(tree);
  const leaves = nodes.filter(({ children }) => children.length === 0).length;
  // echarts keeps as much room again between the children of two parents.
  const rows = 2 * leaves - nodes.reduce((sum, { children }) => sum + lastRow(children), 0);
  const depth = (node: TreeNode): number => 1 + Math.max(0, ...node.children.map(depth));
  return { width: depth(tree) * ACROSS, height: Math.max(2, rows) * DOWN + 16 };
}

/** Leaves beside each other under one parent: all but one of them need no room of their own between. */
const lastRow = (children: readonly TreeNode[]): number =>
  Math.max(0, children.filter((child) => child.children.length === 0).length - 1);

interface Drawn {
  tree: TreeNode;
  opened: Opened;
  words: (node: TreeNode) => NodeWords;
}

/** What echarts draws: boxes from left to right, each with name, figures and a bar in the colour of its status. */
export function treeOption({ tree, opened, words }: Drawn, look: TreeLook): EChartsOption {
  const size = treeSize(tree);
  const dataOf = (node: TreeNode): object => {
    const { name, what, status, figures, alarms } = words(node);
    const isOpen = (opened.get(node.key) ?? 0) > 0;
    const sign = node.opens && node.kind !== 'more' ? (isOpen ? '− ' : '+ ') : '';
    const lines = [
      `{name|${plain(sign + name)}}`,
      plain([what, status].filter(Boolean).join(' · ')),
      [figures, alarms ? `{alarm|▲ ${alarms}}` : ''].filter(Boolean).join('  '),
    ];
    const borderColor =
      node.kind === 'device' && node.device ? look.status(node.device.live.status) : look.line;
    return {
      name: node.key,
      value: node.power ?? 0,
      label: { formatter: lines.filter(Boolean).join('\n'), borderColor },
      children: node.children.map(dataOf),
    };
  };
  return {
    animation: false,
    textStyle: { fontFamily: look.font },
    series: [
      {
        type: 'tree',
        data: [dataOf(tree)] as never,
        orient: 'LR',
        expandAndCollapse: false,
        roam: false,
        left: WIDTH / 2 + 8,
        top: HEIGHT / 2 + 8,
        width: Math.max(1, size.width - ACROSS),
        height: Math.max(1, size.height - HEIGHT - 16),
        // The label draws the box; what is below it takes the click.
        symbol: 'rect',
        symbolSize: [WIDTH, HEIGHT],
        itemStyle: { color: 'transparent', borderWidth: 0 },
        edgeShape: 'polyline',
        lineStyle: { color: look.line, width: 1.5 },
        label: {
          position: 'inside',
          align: 'center',
          verticalAlign: 'middle',
          width: WIDTH - 4,
          padding: [6, 0],
          backgroundColor: look.surface,
          borderWidth: 1.5,
          borderRadius: 6,
          color: look.muted,
          fontSize: 12,
          lineHeight: 18,
          rich: {
            name: { color: look.text, fontWeight: 600, fontSize: 12, lineHeight: 18 },
            alarm: { color: look.alarm, fontWeight: 600, fontSize: 12 },
          },
        },
        emphasis: { disabled: true },
      },
    ],
  };
}

/** A name that fits and does not read as markup of the label. */
const plain = (name: string): string => {
  const letters = [...name.replaceAll(/[{}|]/g, ' ')];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('')}…` : letters.join('');
};

/** The node of a key. */
export const nodeAt = (tree: TreeNode, key: string): TreeNode | undefined =>
  flatTree(tree).find((node) => node.key === key);
