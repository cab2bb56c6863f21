export interface ThemesTable {
  url: string;
  themeColor: string;
  iconUrl: string | null;
}

export interface ThemesTables {
  themes: ThemesTable;
}
