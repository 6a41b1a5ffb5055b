const strokes = {
  play: "M7 4.5v15a1 1 0 0 0 1.5.86l12-7.5a1 1 0 0 0 0-1.72l-12-7.5A1 1 0 0 0 7 4.5z",
  upload: "M12 16V4m0 0L7 9m5-5 5 5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3",
  download: "M12 4v12m0 0 5-5m-5 5-5-5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zm4.7-1.8L20 20",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "m6 6 12 12M18 6 6 18",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  "eye-off":
    "M9.9 5.7a9 9 0 0 1 2.1-.2c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.4M6.2 7.3A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.6-1.3M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16",
  "arrow-left": "M20 12H4m0 0 6-6m-6 6 6 6",
  "arrow-right": "M4 12h16m0 0-6-6m6 6-6 6",
  trash:
    "M4 7h16M9 7V5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2m3 0-.8 12a1 1 0 0 1-1 1H7.8a1 1 0 0 1-1-1L6 7m4 4v5m4-5v5",
  pencil: "M4 20l1-4.5L16 4.5a1.4 1.4 0 0 1 2 0L19.5 6a1.4 1.4 0 0 1 0 2L8.5 19 4 20zM14 6.500l3.5 3.5",
  wallet:
    "M4 7.500A2.5 2.5 0 0 1 6.5 5H17v3M4 7.500V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H4.500M16 13.500h.01",
  chart: "M4 20h16M7 16v-4m5 4V6m5 10V9",
  video: "M4 6h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zm11 4.5 6-3.500v10l-6-3.5",
  "log-out": "M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h11m0 0-4-4m4 4-4 4",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.500a7.5 7.5 0 0 1 15 0",
  users:
    "M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.500a6.5 6.5 0 0 1 13 0M15.5 5.300a3.5 3.5 0 0 1 0 6.400M18 14.200a6.5 6.5 0 0 1 3.5 5.3",
  shield: "M12 3l7.5 3v5.500c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.500V6L12 3zM8.8 12l2.3 2.3 4.2-4.5",
  globe:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c2.5 2.6 3.6 5.6 3.6 9S14.5 18.4 12 21c-2.5-2.6-3.6-5.6-3.6-9S9.5 5.6 12 3z",
  "chevron-down": "m6 9.5 6 6 6-6",
  check: "M5 12.500l4.5 4.500L19 7.5",
  alert: "M12 4 2.8 19.500a.6.6 0 0 0 .5.900h17.400a.6.6 0 0 0 .5-.9L12 4zm0 6v4.500m0 3h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-9.500V16m0-8h.01",
  card: "M4 5.500h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM3 10h18M7 15h3",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zm0-14v5l3.5 2",
  star: "M12 3.500l2.6 5.3 5.9.9-4.25 4.1 1 5.800L12 16.900l-5.25 2.7 1-5.800L3.5 9.700l5.9-.9L12 3.500z",
  lock: "M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zm2 0V8a4 4 0 0 1 8 0v3",
  key: "M15 13a4.500 4.500 0 1 0-4.300-3.200L4 16.500V20h3.500v-2.500H10V15l1.700-1.700A4.500 4.500 0 0 0 15 13zm.5-5h.01",
  undo: "M4.500 5v5h5M5 10a7.500 7.500 0 1 1-.6 5.500",
  share:
    "M12 15V4m0 0L8.500 7.500M12 4l3.500 3.500M7 11H6a1 1 0 0 0-1 1v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7a1 1 0 0 0-1-1h-1",
  copy: "M9 8h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1zM16 8V5a1 1 0 0 0-1-1H5a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 14v3M14 20h3M20 20h.01M7 7h.01M17 7h.01M7 17h.01",
  store:
    "M4 9.5V19a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1V9.500M3.500 9 5 4h14l1.500 5a2.800 2.800 0 0 1-5.600 0 2.800 2.800 0 0 1-5.700 0A2.800 2.800 0 0 1 3.500 9zM10 20v-5h4v5",
  message: "M12 20a8 8 0 1 0-7-4.100L4 20l4.100-1A8 8 0 0 0 12 20z",
  list: "M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  bank: "M3.5 9.5 12 4l8.5 5.500h-17zM6 10v7m4-7v7m4-7v7m4-7v7M3.5 20h17",
} as const;

export type IconName = keyof typeof strokes;

export const iconNames = Object.keys(strokes) as IconName[];

/**
 * A line icon in the colour of the text around it. Decoration only: the text beside it, or its button's label, says
 * what it means. How it is drawn is in `base.css`: a page has dozens.
 */
export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      <path d={strokes[name]} />
    </svg>
  );
}
