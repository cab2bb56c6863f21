import path from 'node:path';
import { LANGUAGES } from '../../../packages/contract/src/words.ts';
import { textGroup } from './text-groups.ts';

/** What the bundler tells of a module. */
interface ModuleGraph {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; exports: readonly string[]; code: string | null } | null;
}

const SOURCE = path.join(import.meta.dirname, '../src');
const inPackage = (...names: string[]) => new RegExp(`[\\\\/]node_modules[\\\\/](${names.join('|')})[\\\\/]`);
const CALENDAR = /[\\/](antd[\\/]es[\\/](date-picker|calendar|time-picker)|@rc-component[\\/]picker)[\\/]/;
const ECHARTS = inPackage('echarts', 'zrender');
const TREES =
  /[\\/]node_modules[\\/](?:echarts[\\/]lib[\\/](?:chart[\\/]tree|data[\\/]Tree\.js|renderer[\\/]installSVG)|zrender[\\/]lib[\\/]svg[\\/])/;
const ANTD = inPackage('antd', '@ant-design', '@rc-component');
const isAntd = (id: string) => ANTD.test(id) && !CALENDAR.test(id);

/** The first file of the page, the login beyond it, and what follows a login: the frame and the list of stations. */
const FIRST = ['main.ts'];
const LOGIN = ['start.tsx'];
const DAILY = ['app/app.tsx', 'app/shell/shell.tsx', 'features/stations/station-list-page.tsx'];

/** Modules that import everything. Who names something of them needs what it names alone. */
const INDEX =
  /[\\/](node_modules[\\/](antd|@ant-design[\\/]icons)[\\/]es|packages[\\/][\w-]+[\\/]src)[\\/]index\.(js|ts)$/;

/** The modules that are loaded with these files: all that they import, directly or not, but not what is imported on demand. */
function reachable(files: readonly string[], graph: ModuleGraph): Set<string> {
  const found = new Set<string>();
  const open = files.map((file) => path.join(SOURCE, file));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const info = found.has(id) ? null : graph.getModuleInfo(id);
    if (!info) continue;
    found.add(id);
    for (const imported of info.importedIds) {
      if (INDEX.test(imported)) open.push(...namedOf(info.code ?? '', imported, graph));
      else open.push(imported);
    }
  }
  return found;
}

/** The modules behind `import { Table, theme } from 'antd'` in some code. */
function namedOf(code: string, index: string, graph: ModuleGraph): string[] {
  const library = /[\\/]node_modules[\\/](.+)[\\/]es[\\/]/.exec(index)?.[1]?.replace('\\', '/');
  const from = library ?? `@sunfleet/${/[\\/]packages[\\/]([^\\/]+)/.exec(index)?.[1]}`;
  const folder = path.dirname(index);
  return importedNames(code, from).flatMap((name) => {
    if (from === 'antd') return path.join(folder, kebab(name), 'index.js');
    if (from === '@ant-design/icons') return path.join(folder, 'icons', `${name}.js`);
    return definedIn(name, index, graph) ?? [];
  });
}

function importedNames(code: string, from: string): string[] {
  return [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)]
    .filter(([, , source]) => source === from)
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().split(/\s+as\s+/)[0]!)
    .filter(Boolean);
}

const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** The module that defines a name which others only hand on. */
function definedIn(name: string, id: string, graph: ModuleGraph): string | undefined {
  const info = graph.getModuleInfo(id);
  if (!info?.exports.includes(name)) return undefined;
  for (const imported of info.importedIds) {
    const found = definedIn(name, imported, graph);
    if (found) return found;
  }
  return id;
}

/** Answers the same as `make`, which is called once a build. */
function once<T>(make: (graph: ModuleGraph) => T): (graph: ModuleGraph) => T {
  let made: { graph: T } | undefined;
  return (graph) => (made ??= { graph: make(graph) }).graph;
}

const TEXTS = /[\\/]locales[\\/]([^\\/]+)[\\/]([^\\/]+)\.json$/;
/** What hands them on, see `text-files.ts`. */
const TEXTS_OF = /^texts-of:([\w-]+)\/(\w+)$/;
/** Words of the component library and of its calendar: `antd/es/locale/de_DE.js`, `dayjs/locale/de.js`. */
const WORDS =
  /[\\/](antd|dayjs|@rc-component)[\\/].*[\\/]locale[\\/](\w\w)[\w-]*\.js$|[\\/]dayjs[\\/]locale[\\/](\w\w)[\w-]*\.js$/;

function textsName(id: string): string | null {
  const [, language, domain] = TEXTS.exec(id) ?? [];
  if (language && domain) return `${textGroup(domain)}-texts-${language}`;
  const [, spokenIn, group] = TEXTS_OF.exec(id) ?? [];
  if (spokenIn) return `${group}-texts-${spokenIn}`;
  const [, , ofLibrary, ofCalendar] = WORDS.exec(id) ?? [];
  const start = ofLibrary ?? ofCalendar;
  const spoken = start && LANGUAGES.find((tag) => tag.startsWith(start));
  return spoken ? `daily-texts-${spoken}` : null;
}

/**
 * Which modules come in one file. A visit needs few files, because on a slow line each of them waits for its turn: the login, then
 * what most people open after it. React and the component library have files of their own, which a new version of our code
 * leaves in the cache.
 */
export function chunkGroups() {
  const sets = once((graph) => {
    const first = reachable(FIRST, graph);
    const login = reachable(LOGIN, graph);
    const daily = reachable(DAILY, graph);
    const without = (ids: Set<string>, ...others: Set<string>[]) =>
      new Set([...ids].filter((id) => !others.some((other) => other.has(id))));
    return { first, login: without(login, first), daily: without(daily, login, first) };
  });
  return [
    { name: 'react', test: inPackage('react', 'react-dom', 'scheduler'), priority: 50 },
    // Also what the bundler adds to load other files.
    {
      debugName: 'first',
      name: (id: string, graph: ModuleGraph) =>
        id.startsWith('\0') || sets(graph).first.has(id) ? 'first' : null,
      priority: 45,
    },
    {
      debugName: 'login',
      name: (id: string, graph: ModuleGraph) => (sets(graph).login.has(id) ? 'login' : null),
      priority: 40,
    },
    {
      debugName: 'daily',
      name: (id: string, graph: ModuleGraph) => {
        if (!sets(graph).daily.has(id)) return null;
        return ANTD.test(id) ? 'antd' : 'daily';
      },
      priority: 35,
    },
    { debugName: 'texts', name: textsName, priority: 30 },
    // Trees are drawn on one page alone.
    { name: 'echarts', test: (id: string) => ECHARTS.test(id) && !TREES.test(id), priority: 22 },
    { name: 'echarts-tree', test: TREES, priority: 20 },
    // Components that only one or two pages use stay with those pages.
    { name: 'antd-more', test: isAntd, priority: 15, minShareCount: 3 },
    // Calendars are large and few pages have one.
    { name: 'calendar', test: CALENDAR, priority: 10 },
    // Our packages import nothing of the web. In a file of their own they have run whenever a page's file begins, whose constants need theirs.
    { name: 'model', test: /[\\/]packages[\\/]/, priority: 6, minShareCount: 2 },
    {
      name: 'shared',
      test: /[\\/]apps[\\/]web[\\/]src[\\/]/,
      priority: 5,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 20_000,
    },
  ];
}
