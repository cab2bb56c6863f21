import { useTranslation } from 'react-i18next';
import { APPEARANCES, storedAppearance } from '../../../lib/appearance.ts';
import { useStored } from '../../../lib/use-stored.ts';
import { Choice } from '../../../ui/form/field.tsx';

/** Light, dark, or as the system. */
export function AppearanceChoice() {
  const { t } = useTranslation('common');
  const appearance = useStored(storedAppearance);
  return (
    <Choice
      bare
      label={t('appearance.theme')}
      value={appearance}
      options={APPEARANCES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
      onChange={(value) => storedAppearance.set(APPEARANCES.find((known) => known === value))}
    />
  );
}
