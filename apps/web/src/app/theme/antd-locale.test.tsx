import { LANGUAGES, type Language } from '@sunfleet/contract';
import { act, render, screen } from '@testing-library/react';
import dayjs from 'dayjs';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { useAntdLocale } from './antd-locale.ts';

function Name({ language }: { language: Language }) {
  return <p>{useAntdLocale(language).locale}</p>;
}

test.each(LANGUAGES)('the component library and its calendar speak %s', async (language) => {
  await act(async () =>
    render(
      <Suspense fallback="loading">
        <Name language={language} />
      </Suspense>,
    ),
  );
  const name = (await screen.findByRole('paragraph')).textContent;
  expect(name.slice(0, 2)).toBe(language.slice(0, 2));
  const month = dayjs('2026-03-01').format('MMMM');
  const wanted = new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2026, 2, 1));
  expect(month.toLowerCase()).toBe(wanted.toLowerCase());
});
