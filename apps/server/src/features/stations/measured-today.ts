/** kWh of today without what people added, over `station_states AS state`: a station is judged by what it measured. */
export const MEASURED_TODAY = '(state.energy_today - state.correction_today)';
