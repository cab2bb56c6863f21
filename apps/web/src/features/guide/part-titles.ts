import type { GuideLanguage, GuidePartName } from '../../lib/guide/guide-parts.ts';

/** What the parts are called in the list, as their own first lines say; a test holds them to it. */
export const PART_TITLES: Readonly<Record<GuideLanguage, Readonly<Record<GuidePartName, string>>>> = {
  en: {
    'user-guide': 'User guide',
    devices: 'Connecting devices',
    'device-api': 'Device API',
    imports: 'Importing the past',
    settings: 'Settings',
    backup: 'Backup',
    security: 'Security',
  },
  de: {
    'user-guide': 'Anleitung',
    devices: 'Geräte verbinden',
    'device-api': 'Geräte-API',
    imports: 'Vergangenes importieren',
    settings: 'Einstellungen des Servers',
    backup: 'Sicherung',
    security: 'Sicherheit',
  },
  zh: {
    'user-guide': '用户指南',
    devices: '连接设备',
    'device-api': '设备 API',
    imports: '导入历史数据',
    settings: '服务器设置',
    backup: '备份',
    security: '安全',
  },
};
