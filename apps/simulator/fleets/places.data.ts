import type { FleetClimate, FleetStationType } from './schema.ts';

/** Where the demo's stations stand: public coordinates of towns, invented names and addresses. */
export interface Place {
  name: string;
  type: FleetStationType;
  town: string;
  country: string;
  timeZone: string;
  latitude: number;
  longitude: number;
  elevation: number;
  currency: string;
  priceBuy: number;
  priceFeedIn: number;
  climate: FleetClimate;
  /** Rough size, kWp; the strings make the exact one. */
  size: number;
}

type Region = Pick<Place, 'country' | 'timeZone' | 'currency' | 'priceBuy' | 'priceFeedIn'>;
/** Town, latitude, longitude, elevation, then cloudiness, mean temperature and its seasonal swing. */
type Spot = readonly [string, number, number, number, number, number, number];

function at(region: Region, spot: Spot, station: Pick<Place, 'name' | 'type' | 'size'>): Place {
  const [town, latitude, longitude, elevation, cloudiness, temperature, seasonalSwing] = spot;
  return {
    ...station,
    ...region,
    town,
    latitude,
    longitude,
    elevation,
    climate: { cloudiness, temperature, seasonalSwing },
  };
}

function region(
  country: string,
  timeZone: string,
  currency: string,
  prices: readonly [number, number],
): Region {
  return { country, timeZone, currency, priceBuy: prices[0], priceFeedIn: prices[1] };
}

const spain = region('ES', 'Europe/Madrid', 'EUR', [0.21, 0.07]);
const germany = region('DE', 'Europe/Berlin', 'EUR', [0.34, 0.08]);
const netherlands = region('NL', 'Europe/Amsterdam', 'EUR', [0.3, 0.08]);
const poland = region('PL', 'Europe/Warsaw', 'PLN', [1.1, 0.45]);
const italy = region('IT', 'Europe/Rome', 'EUR', [0.28, 0.1]);
const portugal = region('PT', 'Europe/Lisbon', 'EUR', [0.22, 0.06]);
const sweden = region('SE', 'Europe/Stockholm', 'SEK', [1.9, 0.6]);
const brazil = region('BR', 'America/Sao_Paulo', 'BRL', [0.92, 0.6]);
const texas = region('US', 'America/Chicago', 'USD', [0.16, 0.05]);
const california = region('US', 'America/Los_Angeles', 'USD', [0.33, 0.06]);
const chile = region('CL', 'America/Santiago', 'CLP', [150, 90]);
const japan = region('JP', 'Asia/Tokyo', 'JPY', [31, 16]);
const korea = region('KR', 'Asia/Seoul', 'KRW', [210, 130]);
const china = region('CN', 'Asia/Shanghai', 'CNY', [0.62, 0.39]);
const india = region('IN', 'Asia/Kolkata', 'INR', [8.5, 3.2]);
const australia = region('AU', 'Australia/Sydney', 'AUD', [0.36, 0.06]);
const southAfrica = region('ZA', 'Africa/Johannesburg', 'ZAR', [3.4, 0.9]);
const morocco = region('MA', 'Africa/Casablanca', 'MAD', [1.3, 0.5]);
const philippines = region('PH', 'Asia/Manila', 'PHP', [11, 5]);

export const PLACES: readonly Place[] = [
  at(spain, ['Madrid', 40.45, -3.69, 667, 0.3, 15, 10], { name: 'Casa Olivo', type: 'residential', size: 6 }),
  at(germany, ['Freiburg', 47.99, 7.85, 278, 0.55, 11, 9], {
    name: 'Haus Lindenhof',
    type: 'residential',
    size: 9,
  }),
  at(netherlands, ['Utrecht', 52.09, 5.12, 5, 0.65, 10.5, 7], {
    name: 'Huis aan de Vecht',
    type: 'residential',
    size: 5,
  }),
  at(poland, ['Łódź', 51.77, 19.46, 200, 0.6, 9, 11], {
    name: 'Dom Słoneczny',
    type: 'residential',
    size: 8,
  }),
  at(italy, ['Verona', 45.44, 10.99, 59, 0.45, 13.5, 11], {
    name: 'Casa Ulivi',
    type: 'residential',
    size: 6,
  }),
  at(brazil, ['Campinas', -22.91, -47.06, 685, 0.45, 22, 3], {
    name: 'Casa Ipê',
    type: 'residential',
    size: 7,
  }),
  at(japan, ['Nagoya', 35.18, 136.91, 15, 0.5, 16, 12], { name: '青葉の家', type: 'residential', size: 5 }),
  at(korea, ['Daejeon', 36.35, 127.38, 54, 0.5, 13, 14], {
    name: '햇살마을 1호',
    type: 'residential',
    size: 4,
  }),
  at(australia, ['Newcastle', -32.93, 151.78, 9, 0.4, 18, 6], {
    name: 'Banksia House',
    type: 'residential',
    size: 10,
  }),

  at(germany, ['Bamberg', 49.89, 10.89, 240, 0.55, 9.5, 10], {
    name: 'Haus Regnitz',
    type: 'residentialStorage',
    size: 10,
  }),
  at(italy, ['Bari', 41.12, 16.87, 5, 0.35, 16.5, 9], {
    name: 'Villa Mare',
    type: 'residentialStorage',
    size: 8,
  }),
  at(spain, ['Sevilla', 37.39, -5.98, 7, 0.25, 19, 9], {
    name: 'Casa Naranjo',
    type: 'residentialStorage',
    size: 9,
  }),
  at(portugal, ['Évora', 38.57, -7.91, 300, 0.3, 16, 8], {
    name: 'Monte da Azinheira',
    type: 'residentialStorage',
    size: 7,
  }),
  at(poland, ['Gdańsk', 54.35, 18.65, 10, 0.6, 8.5, 9], {
    name: 'Dom nad Motławą',
    type: 'residentialStorage',
    size: 8,
  }),
  at(california, ['Fresno', 36.74, -119.79, 94, 0.25, 18, 10], {
    name: 'Orchard House',
    type: 'residentialStorage',
    size: 11,
  }),
  at(southAfrica, ['Pretoria', -25.75, 28.19, 1339, 0.3, 18.5, 6], {
    name: 'Jacaranda Home',
    type: 'residentialStorage',
    size: 10,
  }),
  at(australia, ['Wagga Wagga', -35.11, 147.37, 147, 0.35, 16, 9], {
    name: 'Riverina House',
    type: 'residentialStorage',
    size: 12,
  }),
  at(china, ['Hangzhou', 30.27, 120.16, 19, 0.55, 17.5, 12], {
    name: '湖畔之家',
    type: 'residentialStorage',
    size: 9,
  }),

  at(germany, ['Ulm', 48.4, 9.99, 478, 0.55, 9, 10], {
    name: 'Halle Donautal',
    type: 'commercial',
    size: 180,
  }),
  at(netherlands, ['Eindhoven', 51.44, 5.47, 17, 0.6, 10.5, 8], {
    name: 'Distributiecentrum Zuid',
    type: 'commercial',
    size: 240,
  }),
  at(spain, ['Zaragoza', 41.65, -0.88, 208, 0.3, 15.5, 9], {
    name: 'Nave Ebro',
    type: 'commercial',
    size: 150,
  }),
  at(sweden, ['Linköping', 58.41, 15.62, 45, 0.55, 7, 11], {
    name: 'Stångebro Lager',
    type: 'commercial',
    size: 120,
  }),
  at(italy, ['Modena', 44.65, 10.93, 34, 0.45, 14, 11], {
    name: 'Officina Emilia',
    type: 'commercial',
    size: 200,
  }),
  at(texas, ['Austin', 30.27, -97.74, 149, 0.4, 20.5, 10], {
    name: 'Barton Warehouse',
    type: 'commercial',
    size: 300,
  }),
  at(korea, ['Gwangju', 35.16, 126.85, 39, 0.5, 14, 13], {
    name: '무등 물류센터',
    type: 'commercial',
    size: 160,
  }),
  at(china, ['Suzhou', 31.3, 120.62, 5, 0.55, 17, 12], {
    name: '工业园三期屋顶',
    type: 'commercial',
    size: 320,
  }),
  at(brazil, ['Curitiba', -25.43, -49.27, 935, 0.55, 17.5, 4], {
    name: 'Galpão Araucária',
    type: 'commercial',
    size: 140,
  }),

  at(spain, ['Badajoz', 38.88, -6.97, 185, 0.25, 17, 9], {
    name: 'Parque La Dehesa',
    type: 'utility',
    size: 2000,
  }),
  at(chile, ['Copiapó', -27.37, -70.33, 391, 0.1, 16, 4], {
    name: 'Planta Atacama Sur',
    type: 'utility',
    size: 2400,
  }),
  at(india, ['Jodhpur', 26.24, 73.02, 231, 0.25, 26.5, 8], {
    name: 'Thar Solar Park',
    type: 'utility',
    size: 2200,
  }),
  at(texas, ['Midland', 31.99, -102.08, 847, 0.3, 18, 10], {
    name: 'Permian Sun',
    type: 'utility',
    size: 1800,
  }),
  at(china, ['Golmud', 36.42, 94.9, 2809, 0.2, 6, 13], {
    name: '柴达木一号电站',
    type: 'utility',
    size: 2400,
  }),
  at(portugal, ['Beja', 38.02, -7.86, 277, 0.28, 16.5, 8], {
    name: 'Central Alentejo',
    type: 'utility',
    size: 1600,
  }),

  at(morocco, ['Zagora', 30.33, -5.84, 722, 0.15, 23, 11], {
    name: 'Oasis Microgrid',
    type: 'microgrid',
    size: 60,
  }),
  at(philippines, ['Puerto Princesa', 9.74, 118.74, 16, 0.55, 27.5, 1.5], {
    name: 'Island Clinic',
    type: 'microgrid',
    size: 45,
  }),
  at(brazil, ['Tefé', -3.35, -64.71, 47, 0.6, 27, 1], {
    name: 'Comunidade Rio Acima',
    type: 'microgrid',
    size: 50,
  }),
];
