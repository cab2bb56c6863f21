import { readdir, readFile } from 'node:fs/promises';
import { BlockList } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig, SETTINGS } from '../src/config.ts';
import { PATIENCE_MS } from '../src/platform/health.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const DEPLOY = path.join(ROOT, 'deploy');
const read = (file: string) => readFile(path.join(DEPLOY, file), 'utf8');

const files = (await readdir(DEPLOY, { recursive: true })).toSorted();
const yamlFiles = files.filter((file) => file.endsWith('.yaml'));

/** A part of a document, of which only what is looked at has a shape. */
type Part = Record<string, unknown>;

async function documents(file: string): Promise<Part[]> {
  const all = parseAllDocuments(await read(file), { merge: true });
  expect(
    all.flatMap(({ errors, warnings }) => [...errors, ...warnings]).map(({ message }) => message),
  ).toEqual([]);
  return all.map((one) => one.toJS() as Part);
}

const SET_BY_SOMEBODY = 'a-value-that-somebody-sets-of-32-characters';

/** Values as compose fills them in: the default of a variable, or a word where somebody must set it. */
const filled = (text: string) =>
  text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{\w+:\?[^}]*\}/g, SET_BY_SOMEBODY);

/** Settings of Sunfleet in a compose file, by service. */
function composeEnvironments(document: Part): Map<string, Record<string, string>> {
  const services = Object.entries(document.services as Record<string, Part>);
  return new Map(
    services
      .filter(([, { image }]) => String(image).startsWith('sunfleet:'))
      .map(([name, { environment }]) => [
        name,
        Object.fromEntries(
          Object.entries((environment ?? {}) as Part).map(([key, value]) => [key, filled(String(value))]),
        ),
      ]),
  );
}

/** Settings of Sunfleet in a kustomization: its literals, and what containers of the product set beside them. */
async function kustomizeEnvironments(folder: string): Promise<Map<string, Record<string, string>>> {
  const [kustomization] = await documents(`${folder}/kustomization.yaml`);
  const generators = ['configMapGenerator', 'secretGenerator'].flatMap(
    (kind) => (kustomization![kind] ?? []) as { name: string; literals: string[] }[],
  );
  const sources = new Map(
    generators.map(({ name, literals }) => [
      name,
      Object.fromEntries(
        literals.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
    ]),
  );
  const example = path.join(folder, 'sunfleet.example.env');
  // A secret is made by hand, after an example.
  if (files.includes(example)) {
    const secret = Object.entries(pairs(await read(example))).map(([name, value]) => [
      name,
      value || SET_BY_SOMEBODY,
    ]);
    sources.set('sunfleet (secret)', Object.fromEntries(secret) as Record<string, string>);
  }
  const found = new Map<string, Record<string, string>>();
  for (const resource of kustomization!.resources as string[]) {
    expect(files, `${folder}/${resource}`).toContain(path.join(folder, resource));
    for (const document of await documents(path.join(folder, resource))) {
      for (const container of containersOf(document)) {
        if (container.image !== 'sunfleet') continue;
        const names = (container.envFrom ?? []).map(
          ({ configMapRef, secretRef }) => configMapRef?.name ?? `${secretRef!.name} (secret)`,
        );
        for (const name of names) expect([...sources.keys()]).toContain(name);
        const own = (container.env ?? []).flatMap(({ name, value }) =>
          value === undefined ? [] : [[name, value]],
        );
        found.set(`${(document.metadata as Part).name as string}/${container.name}`, {
          ...Object.assign({}, ...names.map((name) => sources.get(name))),
          ...(Object.fromEntries(own) as Record<string, string>),
        });
      }
    }
  }
  return found;
}

interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
}

function containersOf(document: Part): Container[] {
  const spec = document.spec as { template?: { spec?: { containers?: Container[] } } } | undefined;
  return spec?.template?.spec?.containers ?? [];
}

const image = await read('Containerfile');
const unit = await read('systemd/sunfleet.service');
const pairs = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/\b([A-Z][A-Z0-9_]+)=(\S*)/g)].map(([, name, value]) => [name!, value!]),
  );
const imageSettings = pairs(/^ENV (.*)$/m.exec(image)![1]!);

/** Every setting is one of the table, and the server takes all of them together. */
function expectTaken(environment: Record<string, string>): ReturnType<typeof readConfig> {
  expect(Object.keys(environment).filter((name) => !SETTINGS.includes(name))).toEqual([]);
  return readConfig(environment);
}

test('the image starts the server as its scripts do, as nobody in particular', async () => {
  const { SERVER_FLAGS } = (await import('../../../scripts/server-flags.mjs')) as { SERVER_FLAGS: string[] };
  const start = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(image)![1]!) as string[];
  expect(start).toEqual(['sunfleet-node', ...SERVER_FLAGS, 'apps/server/src/main.ts']);
  expect(image).toMatch(/^USER 10001:10001$/m);
  const bases = [...image.matchAll(/^(?:ARG BASE=|FROM )(\S+)/gm)].map(([, base]) => base!);
  expect(bases[0]).toMatch(/:\d+\.\d+\.\d+-/);
  expect(bases.slice(1).every((base) => base === '${BASE}')).toBe(true);
  const config = expectTaken(imageSettings);
  expect(config).toMatchObject({ host: '0.0.0.0', demo: false, strictPorts: true, dataDir: '/data' });
  const exposed = /^EXPOSE (.*)$/m.exec(image)![1]!.split(' ').map(Number);
  expect(exposed).toEqual([config.port, config.mqttPort, config.v5Port]);
  expect(image).toContain(`http://127.0.0.1:${config.port}/api/health`);
});

test('the unit starts the server as its scripts do, and waits until it has ended', async () => {
  const { SERVER_FLAGS } = (await import('../../../scripts/server-flags.mjs')) as { SERVER_FLAGS: string[] };
  expect(unit).toContain(`/bin/node ${SERVER_FLAGS.join(' ')} apps/server/src/main.ts\n`);
  const settings = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line]) => pairs(line!));
  expect(expectTaken(Object.assign({}, ...settings) as Record<string, string>).demo).toBe(false);
  // The server ends by itself after 90 seconds at the latest.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(90);
});

/** Each role is one of a server of the set-up. */
function expectAllRoles(environments: Iterable<Record<string, string>>): void {
  const roles = [...environments].flatMap((one) => [...expectTaken({ ...imageSettings, ...one }).roles]);
  expect(roles.toSorted()).toEqual(['api', 'gateway', 'worker']);
}

describe.each(yamlFiles.filter((file) => file.startsWith('compose/')))('%s', (file) => {
  test('names settings that exist, with values that the server takes', async () => {
    const [document] = await documents(file);
    const environments = composeEnvironments(document!);
    expect(environments.size).toBeGreaterThan(0);
    expectAllRoles(environments.values());
  });

  test('names volumes and services that it has, and images by their version', async () => {
    const [document] = await documents(file);
    const services = document!.services as Record<
      string,
      Part & { depends_on?: Part | string[]; volumes?: string[] }
    >;
    const volumes = Object.keys((document!.volumes ?? {}) as Part);
    for (const { image: base, depends_on: needed = {}, volumes: mounted = [] } of Object.values(services)) {
      expect(String(base)).toMatch(/:[\w.-]*\d/);
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(Object.keys(services)).toContain(name);
      for (const mount of mounted) {
        const [source = ''] = mount.split(':');
        if (source.startsWith('.')) expect(files).toContain(path.join(path.dirname(file), source));
        else expect(volumes).toContain(source);
      }
    }
  });
});

describe.each(files.filter((file) => /^kubernetes\/\w+$/.test(file)))('%s', (folder) => {
  test('names settings that exist, with values that the server takes, and ports that it listens on', async () => {
    const environments = await kustomizeEnvironments(folder);
    expectAllRoles(environments.values());
    for (const environment of environments.values()) {
      const config = expectTaken({ ...imageSettings, ...environment });
      expect([config.port, config.mqttPort, config.v5Port]).toEqual([8080, 1883, 10_000]);
    }
  });

  test('leads every port of a service to one of its containers', async () => {
    const [kustomization] = await documents(`${folder}/kustomization.yaml`);
    const all = await Promise.all(
      (kustomization!.resources as string[]).map((resource) => documents(path.join(folder, resource))),
    );
    const parts = all.flat() as (Part & { spec: Part; kind: string })[];
    const names = parts.flatMap((part) =>
      containersOf(part).flatMap(({ ports = [] }) =>
        ports.map(({ name }) => ({
          name,
          labels: (part.spec.template as { metadata: { labels: Part } }).metadata.labels,
        })),
      ),
    );
    for (const { spec } of parts.filter(({ kind }) => kind === 'Service')) {
      for (const { targetPort } of spec.ports as { targetPort: string }[]) {
        const target = names.find(
          ({ name, labels }) =>
            name === targetPort &&
            Object.entries(spec.selector as Part).every(([key, value]) => labels[key] === value),
        );
        expect(target, `${folder}: ${targetPort}`).toBeDefined();
      }
    }
  });
});

test('the variables that Kubernetes makes of services are no settings', async () => {
  // A service called `sunfleet` is named to all containers beside it so, which no server takes as its port.
  expect(() => readConfig({ SUNFLEET_PORT: 'tcp://10.43.0.7:8080' })).toThrow('SUNFLEET_PORT');
  const pods = yamlFiles.filter((file) => file.startsWith('kubernetes/'));
  const specs = (await Promise.all(pods.map(documents))).flat().flatMap(({ spec }) => {
    const pod = (spec as { template?: { spec?: Part } } | undefined)?.template?.spec;
    return pod ? [pod] : [];
  });
  expect(specs.map(({ enableServiceLinks }) => enableServiceLinks)).toEqual([false, false, false, false]);
});

test('no container gets the address of the proxy, which is trusted', async () => {
  const [document] = await documents('compose/many.yaml');
  const { networks, services } = document as {
    networks: { default: { ipam: { config: { subnet: string; ip_range: string }[] } } };
    services: { proxy: { networks: { default: { ipv4_address: string } } } };
  };
  const [{ subnet, ip_range: range }] = networks.default.ipam.config as [
    { subnet: string; ip_range: string },
  ];
  const inside = (network: string) => {
    const [address = '', bits] = network.split('/');
    const list = new BlockList();
    list.addSubnet(address, Number(bits));
    return list.check(services.proxy.networks.default.ipv4_address);
  };
  expect([inside(subnet), inside(range)]).toEqual([true, false]);
});

test('a request that a server refuses early has the proxy take no server away', async () => {
  const proxy = await read('compose/many/nginx.conf');
  const servers = [...proxy.matchAll(/^\s*server [^{;]*;/gm)].map(([line]) => line.trim());
  expect(servers).toHaveLength(2);
  for (const line of servers) expect(line).toContain(' max_fails=0');
});

test('nginx lets no address fill the queues of the servers', async () => {
  const proxy = await read('compose/many/nginx.conf');
  const places = proxy.split(/^\s*location /m).slice(1);
  expect(places.length).toBeGreaterThan(0);
  for (const place of places) expect(place).toMatch(/limit_req zone=\w+ burst=\d+ nodelay;/);
});

test('passwords and keys that somebody writes for a set-up are neither in the image nor in the repository, and none is an example', async () => {
  const ignored = (await read('Containerfile.dockerignore')).split('\n');
  for (const name of ['**/.env', '**/*.env']) expect(ignored).toContain(name);
  const untracked = (await readFile(path.join(ROOT, '.gitignore'), 'utf8')).split('\n');
  for (const name of ['.env', '*.env']) expect(untracked).toContain(name);
  const example = pairs(await read('kubernetes/many/sunfleet.example.env'));
  expect([example.SUNFLEET_ADMIN_PASSWORD, example.SUNFLEET_SECRET_KEY]).toEqual(['', '']);
  expect(unit).toContain('install -m 0600 /dev/null /etc/sunfleet.env');
});

test('whoever asks for the health report waits longer than it takes when a part does not answer', async () => {
  const texts = await Promise.all(['Containerfile', ...yamlFiles].map(read));
  const seconds = texts
    .filter((text) => text.includes('/api/health'))
    .flatMap((text) =>
      [...text.matchAll(/(?:timeoutSeconds: |--timeout=)(\d+)/g)].map(([, found]) => Number(found)),
    );
  expect(seconds.length).toBeGreaterThan(3);
  expect(Math.min(...seconds) * 1000).toBeGreaterThan(PATIENCE_MS);
});
