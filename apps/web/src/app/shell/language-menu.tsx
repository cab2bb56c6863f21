import { GlobalOutlined } from '@ant-design/icons';
import { LANGUAGES } from '@sunfleet/contract';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../lib/i18n/languages.ts';
import { useLanguageChoice } from '../../lib/i18n/use-language-choice.ts';

/** The languages, each by its own name. */
export function LanguageMenu() {
  const { t } = useTranslation('common');
  const [language, setLanguage] = useLanguageChoice();
  const items = LANGUAGES.map((key) => ({
    key,
    label: <span lang={key}>{LANGUAGE_NAMES[key]}</span>,
    onClick: () => setLanguage(key),
  }));
  const label = `${t('appearance.language')}: ${LANGUAGE_NAMES[language]}`;
  return (
    <Dropdown menu={{ items, selectable: true, selectedKeys: [language] }} trigger={['click']}>
      <Button type="text" icon={<GlobalOutlined />} aria-label={label} title={label} />
    </Dropdown>
  );
}
