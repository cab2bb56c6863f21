import type { StatusTone } from '../../ui/status/status-tone.ts';

/** Shapes differ as much as colours do: 16 x 16, drawn in the current colour. */
const SHAPES: Readonly<Record<StatusTone, React.ReactNode>> = {
  normal: <circle cx="8" cy="8" r="5" fill="currentColor" />,
  standby: <path d="M13 9.8A5.6 5.6 0 0 1 6.2 3a5.6 5.6 0 1 0 6.8 6.8Z" fill="currentColor" />,
  connecting: (
    <path
      d="M2.5 5.5h9M8.6 2.6l2.9 2.9-2.9 2.9M13.5 10.5h-9M7.4 7.6l-2.9 2.9 2.9 2.9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    />
  ),
  tip: (
    <>
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M8 7.2v4M8 4.4v1.4" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  general: (
    <>
      <path
        d="M8 2.2 14.4 13.4H1.6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path d="M8 6.2v3.6M8 10.8v1.3" stroke="currentColor" strokeWidth="1.6" />
    </>
  ),
  emergency: (
    <>
      <path d="M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3Z" fill="currentColor" />
      <path d="M8 4.4v4.4M8 10.2v1.6" stroke="var(--surface)" strokeWidth="1.8" />
    </>
  ),
  offline: (
    <path
      d="M6.6 9.4 4.8 11.2a2.1 2.1 0 0 1-3-3l1.9-1.8M9.4 6.6l1.8-1.8a2.1 2.1 0 0 1 3 3l-1.9 1.8M5 2.2l.9 2M2 5l2 .9M11 13.8l-.9-2M14 11l-2-.9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
    />
  ),
};

/** The shape of a status; the word stands beside it or in the title of what holds it. */
export function StatusIcon({ tone, size = 14 }: { tone: StatusTone; size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" focusable="false">
      {SHAPES[tone]}
    </svg>
  );
}
