import { TARIFF_EXAMPLES, type TariffExample } from '@sunfleet/analysis';
import { ADDRESSES, type Tariff } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { seasonName } from './season-name.ts';
import { versionDraft } from './tariff-draft.ts';
import { TariffForm, type TariffStart } from './tariff-form.tsx';

const EXAMPLES = Object.keys(TARIFF_EXAMPLES) as TariffExample[];
const FIELDS = { id: integerField(0), copy: integerField(0), example: choiceField(EXAMPLES, 'fixed') };

/** A tariff to change, or a new one: from an example or as a copy. */
export function EditTariffPage() {
  const { t } = useTranslation('tariffs');
  const { language } = useFormat();
  const [{ id, copy, example }] = useUrlState(FIELDS);
  const tariffs = useCall('listTariffs', {});
  const chosen = tariffs.data?.find((tariff) => tariff.id === (id || copy));
  const isNew = id === 0 && copy === 0;
  const start = chosen
    ? startOf(chosen, { copyName: id === 0 ? t('copyName', { name: chosen.name }) : undefined, language })
    : undefined;
  return (
    <Page
      help="tariffs"
      title={id > 0 && chosen ? t('changeOne', { name: chosen.name }) : t('new')}
      permission="tariffs.manage"
      loading={tariffs}
      breadcrumb={<Link to={ADDRESSES.tariffs}>{t('title')}</Link>}
    >
      {isNew ? (
        <TariffForm
          start={exampleStart(example, language)}
          examples={{
            first: example,
            all: EXAMPLES,
            versionsOf: (name) => exampleStart(name, language).versions,
          }}
        />
      ) : null}
      {start ? <TariffForm key={`${id} ${copy}`} start={start} /> : null}
      {!isNew && tariffs.data && !chosen ? <EmptyState title={t('terms.noTariffs')} /> : null}
    </Page>
  );
}

/** `copyName`: as a new one of this name. */
function startOf(
  { id, name, currency, versions, revision }: Tariff,
  { copyName, language }: { copyName: string | undefined; language: string },
): TariffStart {
  return {
    saved: copyName === undefined ? { id, revision } : undefined,
    name: copyName ?? name,
    currency,
    versions: versions.map((version) => versionDraft(version, language)),
  };
}

function exampleStart(example: TariffExample, language: string): TariffStart {
  const { seasons, ...rules } = TARIFF_EXAMPLES[example];
  const named = seasons.map((season) => ({ ...season, name: seasonName(season, language) }));
  return {
    saved: undefined,
    name: '',
    currency: '',
    versions: [versionDraft({ from: null, rules: { ...rules, seasons: named } }, language)],
  };
}
