import type { Texts } from '@sunfleet/i18n/types';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Texts;
    strictKeyChecks: true;
  }
}
