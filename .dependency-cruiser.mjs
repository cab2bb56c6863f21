// Who may import whom (docs/architecture.md has the table in words). A test proves that a forbidden import fails.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '(\\.test\\.tsx?|/test-kit/.*)$' },
  to: { path: '^(packages|apps)/', pathNot: allowed },
});

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    only('contract-alone', '^packages/contract/', '^packages/contract/'),
    only('device-model-alone', '^packages/device-model/', '^packages/device-model/'),
    only('analysis-alone', '^packages/analysis/', '^packages/analysis/'),
    only('i18n-alone', '^packages/i18n/', '^packages/i18n/'),
    only('api-client', '^packages/api-client/', '^packages/(api-client|contract)/'),
    only(
      'server-platform',
      '^apps/server/src/platform/',
      '^(packages/(contract|i18n)/|apps/server/src/(platform/|config\\.ts))',
    ),
    only(
      'server-gateway',
      '^apps/server/src/gateway/',
      '^(packages/(contract|device-model)/|apps/server/src/(platform/|config\\.ts|gateway/))',
    ),
    only(
      'server-features',
      '^apps/server/src/features/',
      '^(packages/(contract|device-model|analysis|api-client|i18n)/|apps/server/src/(platform/|config\\.ts|features/)|apps/simulator/fleets/)',
    ),
    {
      name: 'gateways-apart',
      severity: 'error',
      from: { path: '^apps/server/src/gateway/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/gateway/', pathNot: '^apps/server/src/gateway/$1/' },
    },
    {
      name: 'features-by-index',
      comment: 'Another feature is used through its index.ts alone.',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/server/src/features/',
        pathNot: '^apps/server/src/features/($1/|[^/]+/index\\.ts$)',
      },
    },
    {
      name: 'readers-light',
      comment:
        'A process is started for each file: whole packages would take four times as long to load as what it needs of them.',
      severity: 'error',
      from: {
        path: '^apps/server/src/(platform/(errors\\.ts|readers/|tables/read/|kept-files/(read-file|draw-picture))|features/imports/(reading|guess)/)',
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: '^packages/(contract|device-model|analysis)/src/index\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    only(
      'web-ui-lib',
      '^apps/web/src/(ui|lib)/',
      '^(packages/(contract|i18n|api-client|device-model)/|apps/web/src/(ui|lib)/)',
    ),
    only(
      'web-parts',
      '^apps/web/src/parts/',
      '^(packages/(contract|i18n|api-client|device-model)/|apps/web/src/(ui|lib|parts)/)',
      'What several features show of a domain. The design system in ui knows no domain.',
    ),
    only(
      'web-features',
      '^apps/web/src/features/',
      '^(packages/(contract|i18n|api-client|device-model|analysis)/|apps/web/src/(ui|lib|parts|features)/)',
    ),
    {
      name: 'web-features-apart',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    only('simulator', '^apps/simulator/', '^(packages/(device-model|analysis|api-client)/|apps/simulator/)'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
