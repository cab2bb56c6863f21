import { getI18n } from 'react-i18next';

/**
 * Loads a part of the product together with the texts of these domains. A page that finds its texts missing is hidden until they are there,
 * and React shows it no sooner than 300 ms after that.
 */
export const withTexts =
  <T>(domains: readonly string[], load: () => Promise<T>) =>
  async (): Promise<T> => {
    const [part] = await Promise.all([load(), getI18n().loadNamespaces(domains)]);
    return part;
  };
