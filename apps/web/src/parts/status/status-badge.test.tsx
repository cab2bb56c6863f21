import {
  ALARM_LEVELS,
  COMMUNICATION,
  DEVICE_STATUSES,
  LANGUAGES,
  STATION_STATUSES,
} from '@sunfleet/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../test/render-page.tsx';
import { StatusBadge } from './status-badge.tsx';

test.each(LANGUAGES)('every status has icon, word and colour in %s', async (language) => {
  const { container } = await renderPage(
    <>
      {STATION_STATUSES.map((value) => (
        <StatusBadge key={value} of="station" value={value} />
      ))}
      {DEVICE_STATUSES.map((value) => (
        <StatusBadge key={value} of="device" value={value} />
      ))}
      {COMMUNICATION.map((value) => (
        <StatusBadge key={value} of="communication" value={value} />
      ))}
      {ALARM_LEVELS.map((value) => (
        <StatusBadge key={value} of="alarm" value={value} />
      ))}
    </>,
    { language },
  );
  const badges = [...container.querySelectorAll<HTMLElement>('[title]')];
  const all = [...STATION_STATUSES, ...DEVICE_STATUSES, ...COMMUNICATION, ...ALARM_LEVELS];
  expect(badges).toHaveLength(all.length);
  for (const badge of badges) {
    expect(badge.querySelector('svg')).not.toBeNull();
    expect(badge.textContent).not.toMatch(/status\.|^$/);
    expect(badge.style.color).toMatch(/^var\(--status-/);
  }
});

test('where there is no room, the word stays for screen readers and in the title', async () => {
  await renderPage(<StatusBadge of="communication" value="offline" iconOnly />);
  expect(screen.getByTitle('Communication: Offline').textContent).toBe('Offline');
});
