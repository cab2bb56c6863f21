import { useTranslation } from 'react-i18next';

export interface FaultText {
  name: string;
  cause: string;
  advice: string;
}

/** Begins the text key of a rule that people gave a name. */
const OWN_RULE = 'rule:';

/** Name, cause and advice of an alarm by its text key (`faults.common.gridLoss`); the maker's code where nobody wrote a text. */
export function useFaultText(): (textKey: string, code: string) => FaultText {
  const { t, i18n } = useTranslation('faults');
  return (textKey, code) => {
    if (textKey.startsWith(OWN_RULE)) return { name: textKey.slice(OWN_RULE.length), cause: '', advice: '' };
    const key = textKey.replace(/^faults\./, '');
    if (!i18n.exists(`${key}.name`, { ns: 'faults' })) return { name: code, cause: '', advice: '' };
    const read = (part: string) => t(`${key}.${part}` as 'platform.offline.name');
    return { name: read('name'), cause: read('cause'), advice: read('advice') };
  };
}
