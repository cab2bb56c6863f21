/** Settings of a server that a bench starts: no demo, doors of its own, and room for its load. */
export function benchEnvironment(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SUNFLEET_DATA_DIR: dataDir,
    SUNFLEET_HOST: '127.0.0.1',
    SUNFLEET_PORT: '0',
    SUNFLEET_MQTT_PORT: '0',
    SUNFLEET_V5_PORT: '0',
    SUNFLEET_DEMO: 'off',
    // The load is one machine with thousands of devices that nobody registered.
    SUNFLEET_UNKNOWN_DEVICES: 'keep',
    SUNFLEET_NEW_DEVICES_PER_DAY: '1000000',
    SUNFLEET_ADDED_BY_NEWCOMERS: '10000000',
    SUNFLEET_SAMPLES_PER_DAY: '100000000000',
    SUNFLEET_UNKNOWN_SAMPLES_PER_DAY: '100000000000',
    SUNFLEET_LOG_LEVEL: 'warn',
  };
}
