/** Energies of one span at a site, kWh; battery figures 0 unless told. */
export interface SiteEnergy {
  produced: number;
  exported: number;
  imported: number;
  charged?: number;
  discharged?: number;
}

const clampShare = (share: number): number => Math.max(0, Math.min(1, share));

/**
 * Share of production used on site, to load or battery: (E_pv - E_export) / E_pv; null without production.
 */
export function selfConsumption({ produced, exported }: SiteEnergy): number | null {
  return produced > 0 ? clampShare((produced - exported) / produced) : null;
}

/** Energy of the loads by balance: E_pv - E_export + E_import - E_charge + E_discharge, kWh. */
export function loadEnergy(site: SiteEnergy): number {
  return site.produced - site.exported + site.imported - (site.charged ?? 0) + (site.discharged ?? 0);
}

/** Share of the loads not bought: 1 - E_import / E_load, 0 to 1; null without load. */
export function selfSufficiency(site: SiteEnergy): number | null {
  const load = loadEnergy(site);
  return load > 0 ? clampShare(1 - site.imported / load) : null;
}
