import { theme, type ThemeConfig } from 'antd';
import { contrastText } from '../../lib/contrast.ts';

const { darkAlgorithm, defaultAlgorithm } = theme;

interface Look {
  dark: boolean;
  /** Nothing moves. */
  still: boolean;
}

/** Our tokens as the component library has them. The host's colour is for the primary button only. */
export function antdTheme(brand: string, { dark, still }: Look): ThemeConfig {
  const ink = dark
    ? {
        text: '#e7eaee',
        muted: '#a3adb9',
        surface: '#161a20',
        raised: '#1d222a',
        page: '#0e1116',
        hover: '#212731',
        line: '#2b323c',
        frame: '#76808d',
      }
    : {
        text: '#1a1f26',
        muted: '#57616e',
        surface: '#ffffff',
        raised: '#ffffff',
        page: '#f5f6f8',
        hover: '#f0f2f5',
        line: '#e1e5ea',
        frame: '#8b95a3',
      };
  return {
    algorithm: dark ? darkAlgorithm : defaultAlgorithm,
    token: {
      colorPrimary: dark ? '#4f9fef' : '#0b63bd',
      colorInfo: dark ? '#4f9fef' : '#0b63bd',
      colorLink: dark ? '#6cb2ff' : '#0b63bd',
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
      colorError: dark ? '#ff6fa5' : '#b8124f',
      colorWarning: dark ? '#e8aa38' : '#8f5400',
      colorSuccess: dark ? '#46c263' : '#1a7f37',
      borderRadius: 6,
      fontFamily: 'var(--font)',
      boxShadow: 'none',
      boxShadowSecondary: '0 2px 10px rgba(0, 0, 0, 0.16)',
      motion: !still,
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.16s',
    },
    components: {
      Button: {
        colorPrimary: brand,
        algorithm: true,
        primaryColor: contrastText(brand),
        dangerColor: dark ? '#000000' : '#ffffff',
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
      },
      Table: {
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
      },
      Tabs: { itemSelectedColor: ink.text, itemHoverColor: ink.text },
      Descriptions: { labelColor: ink.muted },
      Segmented: { itemSelectedBg: ink.raised },
    },
  };
}
