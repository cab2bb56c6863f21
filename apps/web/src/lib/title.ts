let page = '';
let emergencies = 0;

/** The tab's title: open emergencies first, then the page, then the product. */
export const composeTitle = (title: string, open: number): string =>
  `${open > 0 ? `(${open}) ⚠ ` : ''}${title ? `${title} · ` : ''}Sunfleet`;

const show = () => {
  document.title = composeTitle(page, emergencies);
};

export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** Emergency alarms that are open now, shown in front of every page's title. */
export function setOpenEmergencies(open: number): void {
  emergencies = open;
  show();
}
