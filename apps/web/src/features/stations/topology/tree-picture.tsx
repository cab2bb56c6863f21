import type { EChartsType } from 'echarts';
import { useEffect, useRef, useState } from 'react';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { toneOf } from '../../../parts/status/status-scale.ts';
import { useChartLook } from '../../../ui/chart/chart-look.ts';
import type { Opened, TreeNode } from './device-tree.ts';
import { nodeAt, treeOption, treeSize } from './tree-option.ts';
import type { NodeWords } from './use-node-words.ts';
import styles from './topology.module.css';

interface TreePictureProps {
  tree: TreeNode;
  opened: Opened;
  words: (node: TreeNode) => NodeWords;
  /** What screen readers say of it. */
  label: string;
  onPick: (node: TreeNode) => void;
}

/** The tree drawn from left to right. A click on a node opens or closes it, or opens the page of a device that nothing hangs on. */
export function TreePicture({ tree, opened, words, label, onPick }: TreePictureProps) {
  const element = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  /** Whether somebody has looked elsewhere, and is left there. */
  const moved = useRef(false);
  const [chart, setChart] = useState<EChartsType>();
  const [failed, setFailed] = useState<unknown>();
  const look = useChartLook();
  const size = treeSize(tree);
  const { width, height } = size;
  if (failed) throw failed;

  useEffect(() => {
    let made: EChartsType | undefined;
    let gone = false;
    void loadChunk(() => import('./echarts-tree.ts')).then(({ init }) => {
      if (gone || !element.current) return;
      made = init(element.current, null, { renderer: 'svg' }) as unknown as EChartsType;
      setChart(made);
    }, setFailed);
    return () => {
      gone = true;
      made?.dispose();
      setChart(undefined);
    };
  }, []);

  useEffect(() => {
    if (!chart) return;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string) => style.getPropertyValue(`--status-${name}`).trim() || look.text;
    chart.resize({ width, height });
    const { text, muted, line, surface, font } = look;
    const status = (value: Parameters<typeof toneOf<'device'>>[1]) => color(toneOf('device', value));
    chart.setOption(
      treeOption(
        { tree, opened, words },
        { text, muted, line, surface, font, status, alarm: color('general') },
      ),
      { notMerge: true },
    );
  }, [chart, tree, opened, words, look, width, height]);

  useEffect(() => {
    const around = frame.current;
    // What all hangs on stands in the middle, which a tall tree begins far above. Inputs are told one after the other, and the tree grows.
    if (chart && around && !moved.current) around.scrollTop = (around.scrollHeight - around.clientHeight) / 2;
  }, [chart, height]);

  useEffect(() => {
    if (!chart) return undefined;
    const pick = ({ name }: { name?: string }) => {
      const node = nodeAt(tree, name ?? '');
      if (node) onPick(node);
    };
    chart.on('click', pick as never);
    return () => {
      if (!chart.isDisposed()) chart.off('click', pick as never);
    };
  }, [chart, tree, onPick]);

  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- scrolled by the keyboard
    <div
      ref={frame}
      className={styles.picture}
      tabIndex={0}
      role="group"
      aria-label={label}
      onWheel={() => (moved.current = true)}
      onPointerDown={() => (moved.current = true)}
      onKeyDown={() => (moved.current = true)}
    >
      <div ref={element} role="img" aria-label={label} style={size} />
    </div>
  );
}
