interface OwnTextsTable {
  language: string;
  domain: string;
  key: string;
  text: string;
  userId: number | null;
  changedAt: Date;
}

export interface OwnTextsTables {
  ownTexts: OwnTextsTable;
}
