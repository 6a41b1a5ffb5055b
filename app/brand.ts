/**
 * The brand in one place: its name, its bird and its colours in light and dark. Every colour a screen may use is a
 * token here. Tailwind has the same names (`bg-canvas`, `text-ink-soft`, `border-line`: see `app/styles/app.css`),
 * and `tests/ui/contrast.test.ts` checks the contrast of each pair.
 * By meaning: `primary` is price and buying, `ink` on `canvas` any other main action, `forest` what is one's own, trust
 * and progress, `rating` ratings. Drawings may use any colour.
 */

export const brandName = "Sabiá";

/**
 * The bird, bottom layer first: colour token and path on a 64 × 64 grid. It is the sabiá-laranjeira (Turdus
 * rufiventris), head raised to sing; its wing is a play mark.
 */
export const logoShapes = [
  {
    token: "bird-beak",
    path: "M11.1 16.4 2.1 20C1.3 20.3 1.2 21.2 1.9 21.5L11.1 25.4z",
  },
  {
    token: "bird-back",
    path: "M10.4 23C9.5 15 14.5 9.2 21.8 8.4 28.4 7.7 33.1 11.3 36.8 16.4C41.3 22.7 47.4 28.3 53.4 34.9L61.3 43.6C62.7 45.3 61.6 47.6 59.4 47.7L51.8 47.8C48.2 52.7 41.6 55.8 34.5 56.5 22.2 57.8 12.7 49.7 11.5 38.3 10.9 33.1 10.9 28.3 10.4 23z",
  },
  {
    token: "bird-breast",
    path: "M10.8 28.8C10.9 32.1 11.1 35 11.5 38.3 12.7 49.7 22.2 57.8 34.5 56.5 41.6 55.8 48.2 52.7 51.8 47.8 42 49.8 33.7 48.4 28.3 42.8 23.4 37.5 20.2 29.7 10.8 28.8z",
  },
  {
    token: "bird-wing",
    path: "M30.9 29.7C30.9 26.5 32 25.8 34.8 27.4L42.9 32.1C45.7 33.7 45.7 35.1 42.9 36.7L34.8 41.4C32 43 30.9 42.3 30.9 39.1z",
  },
  {
    token: "bird-eye",
    path: "M17.5 19a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0z",
  },
] as const satisfies readonly { token: ColourToken; path: string }[];

/** Side of the square that `logoShapes` is drawn on, in SVG user units. */
export const logoGrid = 64;

const light = {
  canvas: "#fcf7ee",
  surface: "#fffdf9",
  sunken: "#f4ebdd",
  raised: "#fffdf9",
  ink: "#211a13",
  "ink-soft": "#51463a",
  "ink-faint": "#6b5e4f",
  line: "#e7dac6",
  "line-strong": "#8c7c68",
  primary: "#b7420c",
  "primary-strong": "#96350a",
  "on-primary": "#ffffff",
  "primary-soft": "#fde6d3",
  "on-primary-soft": "#85300a",
  forest: "#1d4d3a",
  "forest-ink": "#1d4d3a",
  "forest-strong": "#143a2b",
  "on-forest": "#f7f3e6",
  "danger-ink": "#a51d35",
  danger: "#a51d35",
  "danger-strong": "#86142a",
  "on-danger": "#ffffff",
  "danger-soft": "#fbe5e5",
  "on-danger-soft": "#8c1730",
  "success-soft": "#dff0e2",
  "on-success-soft": "#1b5538",
  "warn-soft": "#fcedc4",
  "on-warn-soft": "#6d4700",
  "info-soft": "#e0edf3",
  "on-info-soft": "#184e68",
  focus: "#185f7d",
  rating: "#e9a72f",
  "rating-edge": "#9a6a00",
  dawn: "#fdecd3",
  sun: "#f8d690",
  jabuticaba: "#5a2c4f",
  "over-picture": "#17130fd1",
  "on-picture": "#fffdf9",
  "bird-back": "#24503d",
  "bird-breast": "#e0652a",
  "bird-wing": "#fcf7ee",
  "bird-beak": "#e9a72f",
  "bird-eye": "#fcf7ee",
};

export type ColourToken = keyof typeof light;

const dark: Record<ColourToken, string> = {
  canvas: "#17130f",
  surface: "#211c16",
  sunken: "#2b251e",
  raised: "#433a30",
  ink: "#f7efe3",
  "ink-soft": "#d6cab9",
  "ink-faint": "#b0a392",
  line: "#3b332a",
  "line-strong": "#8b7d6b",
  primary: "#f18b4e",
  "primary-strong": "#ffa56f",
  "on-primary": "#25120a",
  "primary-soft": "#46240f",
  "on-primary-soft": "#ffc7a3",
  forest: "#1f4a38",
  "forest-ink": "#93d0ae",
  "forest-strong": "#295e48",
  "on-forest": "#f2efe0",
  "danger-ink": "#f58c97",
  danger: "#c8374e",
  "danger-strong": "#ab2a40",
  "on-danger": "#ffffff",
  "danger-soft": "#471a20",
  "on-danger-soft": "#ffc2c7",
  "success-soft": "#163a2a",
  "on-success-soft": "#a9e0bf",
  "warn-soft": "#3f2f08",
  "on-warn-soft": "#f5d487",
  "info-soft": "#143646",
  "on-info-soft": "#a9d8ee",
  focus: "#7cc8e8",
  rating: "#f2b949",
  "rating-edge": "#f2b949",
  dawn: "#2a2018",
  sun: "#4a3415",
  jabuticaba: "#c79cc0",
  "over-picture": "#17130fd1",
  "on-picture": "#fffdf9",
  "bird-back": "#b9cfb4",
  "bird-breast": "#f0803f",
  "bird-wing": "#17130f",
  "bird-beak": "#f2b949",
  "bird-eye": "#17130f",
};

/** `#rrggbb`, or `#rrggbbaa` for what lies on a picture. */
export const brandColours: Record<"light" | "dark", Record<ColourToken, string>> = { light, dark };

function declarations(colours: Record<ColourToken, string>): string {
  return Object.entries(colours)
    .map(([token, colour]) => `--${token}:${colour}`)
    .join(";");
}

/**
 * Returns the colours as CSS custom properties: light by default and on paper, dark where the system prefers it. The
 * root renders them in one `<style nonce>` before any stylesheet, so that no page flashes another colour.
 */
export function brandStyles(): string {
  return `:root{color-scheme:light dark;${declarations(light)}}@media screen and (prefers-color-scheme:dark){:root{${declarations(dark)}}}`;
}
