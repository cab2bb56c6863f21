/** Forgets what a tab keeps of somebody who leaves it: what was typed into forms and found lately. */
export function forgetTab(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith('sunfleet.')) sessionStorage.removeItem(name);
}
