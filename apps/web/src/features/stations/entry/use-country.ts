import { useEffect, useRef } from 'react';
import { countryOf } from './country-of-place.ts';
import type { StationForm } from './station-form.ts';

/** Fills the country in after a click on the map. What somebody chose stays. */
export function useCountry(form: StationForm) {
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  const filled = useRef('');
  const clicks = useRef(0);
  return async (place: { latitude: number; longitude: number }) => {
    const click = (clicks.current += 1);
    const country = (await countryOf(place)) ?? '';
    const { values, change } = latest.current;
    if (click !== clicks.current || (values.country !== '' && values.country !== filled.current)) return;
    filled.current = country;
    change({ country });
  };
}
