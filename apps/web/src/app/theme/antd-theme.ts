import { theme, type ThemeConfig } from 'antd';
import { contrastText } from '../../lib/contrast.ts';

const { darkAlgorithm, defaultAlgorithm } = theme;

interface Look {
  dark: boolean;
  /** Nothing moves. */
  still: boolean;
}

const LIGHT = {
  text: '#1a1f26',
  muted: '#57616e',
  surface: '#ffffff',
  raised: '#ffffff',
  page: '#f5f6f8',
  hover: '#f0f2f5',
  line: '#e1e5ea',
  frame: '#8b95a3',
  focus: '#0b63bd',
  link: '#0b63bd',
  error: '#b8124f',
  warning: '#8f5400',
  /** Behind words: the shades that follow from the colour itself are muddy. */
  warningSurface: '#fff6e3',
  warningLine: '#e3bf83',
  success: '#1a7f37',
  /** Words on the colour of errors. */
  onError: '#ffffff',
};

type Ink = typeof LIGHT;

const DARK: Ink = {
  text: '#e7eaee',
  muted: '#a3adb9',
  surface: '#161a20',
  raised: '#1d222a',
  page: '#0e1116',
  hover: '#212731',
  line: '#2b323c',
  frame: '#76808d',
  focus: '#4f9fef',
  link: '#6cb2ff',
  error: '#ff6fa5',
  warning: '#e8aa38',
  warningSurface: '#2a2010',
  warningLine: '#6b4f1d',
  success: '#46c263',
  onError: '#000000',
};

/** Our tokens as the component library has them. The host's colour is for the primary button only. */
export function antdTheme(brand: string, { dark, still }: Look): ThemeConfig {
  const ink = dark ? DARK : LIGHT;
  return {
    algorithm: dark ? darkAlgorithm : defaultAlgorithm,
    token: {
      ...colors(ink),
      borderRadius: 6,
      fontFamily: 'var(--font)',
      boxShadow: 'none',
      boxShadowSecondary: '0 2px 10px rgba(0, 0, 0, 0.16)',
      motion: !still,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Button: button(brand, ink),
      Table: table(ink),
      Tabs: { itemSelectedColor: ink.text, itemHoverColor: ink.text },
      Descriptions: { labelColor: ink.muted },
      Segmented: { itemSelectedBg: ink.raised },
    },
  };
}

const colors = (ink: Ink): ThemeConfig['token'] => ({
  colorPrimary: ink.focus,
  colorInfo: ink.focus,
  colorLink: ink.link,
  colorText: ink.text,
  colorTextSecondary: ink.muted,
  colorTextDescription: ink.muted,
  colorTextPlaceholder: ink.muted,
  colorBgBase: ink.surface,
  colorBgContainer: ink.surface,
  colorBgElevated: ink.raised,
  colorBgLayout: ink.page,
  colorBorder: ink.frame,
  colorBorderSecondary: ink.line,
  colorError: ink.error,
  colorWarning: ink.warning,
  colorWarningBg: ink.warningSurface,
  colorWarningBorder: ink.warningLine,
  colorSuccess: ink.success,
});

type Components = NonNullable<ThemeConfig['components']>;

const button = (brand: string, ink: Ink): Components['Button'] => ({
  colorPrimary: brand,
  algorithm: true,
  primaryColor: contrastText(brand),
  dangerColor: ink.onError,
  defaultBg: ink.surface,
  defaultHoverBg: ink.surface,
  // The host's colour may be unreadable on the surface, so the words keep the colour of text.
  defaultHoverColor: ink.text,
  defaultHoverBorderColor: ink.text,
  defaultActiveColor: ink.text,
  defaultActiveBorderColor: ink.text,
  defaultColor: ink.text,
  defaultBorderColor: ink.frame,
  textTextColor: ink.text,
  primaryShadow: 'none',
  defaultShadow: 'none',
});

const table = (ink: Ink): Components['Table'] => ({
  headerBg: ink.surface,
  headerSplitColor: 'transparent',
  headerSortActiveBg: ink.surface,
  headerSortHoverBg: ink.surface,
  bodySortBg: 'transparent',
  // Status words stay readable on this colour.
  rowSelectedBg: ink.hover,
  rowSelectedHoverBg: ink.hover,
  cellPaddingInline: 12,
  headerBorderRadius: 0,
});
