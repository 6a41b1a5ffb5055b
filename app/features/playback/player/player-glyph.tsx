const strokes = {
  pause: "M9 5v14M15 5v14",
  captions:
    "M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm6.500 5.200a2.300 2.300 0 1 0 0 3.600m6.500-3.600a2.300 2.300 0 1 0 0 3.600",
  list: "M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01",
  wide: "M3 6h18v12H3zM7 12h10M7 12l2-2m-2 2 2 2m8-2-2-2m2 2-2 2",
  full: "M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5",
  small: "M9 4v5H4m16 0h-5V4m0 16v-5h5M4 15h5v5",
  sound:
    "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500H4zm12-.5a4.200 4.200 0 0 1 0 6m2.500-8.500a8 8 0 0 1 0 11",
  silent: "M4 9.500v5h3.500L12 18.500v-13L7.500 9.500H4zm12 .5 4.500 4.500m0-4.500L16 14.500",
  more: "M5.500 12h.01M12 12h.01M18.500 12h.01",
  note: "M5 4h14a1 1 0 0 1 1 1v9l-6 6H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zm15 10h-5a1 1 0 0 0-1 1v5M8 8.500h8M8 12h5",
  window: "M4 5h16a1 1 0 0 1 1 1v5M3 6v12a1 1 0 0 0 1 1h6M13 14h8v5h-8z",
} as const;

/** Icons that only the watch page loads. */
export function PlayerGlyph({ name, heavy }: { name: keyof typeof strokes; heavy?: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={heavy ? 2.5 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-5 shrink-0"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
