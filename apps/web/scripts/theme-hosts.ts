import type { Plugin } from 'vite';

/** Writes the hosts of SUNFLEET_THEME_HOSTS into the page that is built; a server that is started with others names its own. */
export function themeHosts(hosts = process.env['SUNFLEET_THEME_HOSTS'] ?? ''): Plugin {
  return {
    name: 'theme-hosts',
    transformIndexHtml: (html) =>
      html.replace(
        '<meta name="sunfleet-theme-hosts" content="" />',
        `<meta name="sunfleet-theme-hosts" content="${namesOf(hosts)}" />`,
      ),
  };
}

/** The hosts separated by spaces. Throws where one is not the address of a host. */
function namesOf(hosts: string): string {
  const named = hosts
    .split(',')
    .map((host) => host.trim())
    .filter(Boolean);
  const wrong = named.find((host) => !/^https?:\/\/[\w.:[\]-]+$/.test(host));
  if (wrong)
    throw new Error(`SUNFLEET_THEME_HOSTS: "${wrong}" is no address such as https://themes.example.com`);
  return named.join(' ');
}
