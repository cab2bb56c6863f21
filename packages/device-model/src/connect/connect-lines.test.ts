import { expect, test } from 'vitest';
import { homeAssistantConfiguration, telegrafConfiguration } from './agent-configurations.ts';
import { curlLine, mosquittoLine } from './command-lines.ts';
import { shellWord } from './shell-word.ts';

// What the lines do is tried against a real server in apps/server/test/connect-lines.test.ts.

const target = {
  sn: 'SF-1.a',
  secret: 'TOP7SECRET',
  organisation: 'north',
  url: 'https://pv.example.com',
  mqtt: { host: 'mqtt.example.com', port: 8883, tls: true },
};

test('curl pushes a first reading over HTTP', () => {
  expect(curlLine(target)).toBe(
    [
      'curl https://pv.example.com/api/ingest/v1/SF-1.a/telemetry \\',
      "  -H 'Authorization: Bearer TOP7SECRET' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"v":{"ac.power":1234}}'`,
    ].join('\n'),
  );
});

test('mosquitto_pub publishes it, with the certificates of the system where the broker speaks TLS', () => {
  expect(mosquittoLine(target)).toBe(
    [
      'mosquitto_pub -h mqtt.example.com -p 8883 --tls-use-os-certs \\',
      '  -u SF-1.a -P TOP7SECRET -q 1 \\',
      '  -t pv/v1/north/SF-1.a/up/telemetry \\',
      `  -m '{"v":{"ac.power":1234}}'`,
    ].join('\n'),
  );
  expect(mosquittoLine({ ...target, mqtt: { ...target.mqtt, tls: false } })).not.toContain('tls');
  expect(mosquittoLine({ ...target, mqtt: undefined })).toBeUndefined();
});

test.each([
  ['plain-1.2:3/4', 'plain-1.2:3/4'],
  ['two words', "'two words'"],
  ['', "''"],
  ["it's $HOME", `'it'\\''s $HOME'`],
])('%j is one word of a command line', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('agents get address and secret of the device', () => {
  for (const text of [telegrafConfiguration(target), homeAssistantConfiguration(target)]) {
    expect(text).toContain('"https://pv.example.com/api/ingest/v1/SF-1.a/telemetry"');
    expect(text).toContain('"Bearer TOP7SECRET"');
  }
  expect(homeAssistantConfiguration(target)).toContain('rest_command.sunfleet_sf_1_a');
});
