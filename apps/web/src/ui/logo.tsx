/** The mark: a sun over two rows of panels, in the host's colour. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        fill="var(--brand)"
        d="M16 3a13 13 0 0 1 13 13H3A13 13 0 0 1 16 3ZM3 19h26l-1.6 3H4.6ZM6.4 25h19.2l-2.2 3H8.6Z"
      />
    </svg>
  );
}
