/** In the order they are offered. `none` has the ground and the title alone. */
export const coverDrawings = [
  "ipe",
  "jabuticaba",
  "laranjeira",
  "canto",
  "pauta",
  "morro",
  "calcadao",
  "folhas",
  "arcos",
  "azulejo",
  "cobogo",
  "none",
] as const;

export type CoverDrawing = (typeof coverDrawings)[number];

export const coverGrounds = ["mata", "sol", "barro", "praia", "mar", "rosa"] as const;

type CoverGround = (typeof coverGrounds)[number];

export interface GroundColours {
  base: string;
  /** The two soft shapes at the edges. */
  shape: string;
  disc: string;
  /** The title: at least 4.5 to 1 on the base (WCAG 2.2, 1.4.3) and 3 to 1, as large text, on shape and disc. */
  text: string;
  /** Branches, lines and dark parts. */
  line: string;
  /** Flowers and other accents. */
  accent: string;
  second: string;
  /** Highlights. */
  light: string;
  /** Berries. */
  fruit: string;
  /** Oranges and the sun. */
  orange: string;
  beak: string;
  breast: string;
}

const ink = "#211a13";
const cream = "#fffdf9";
const forest = "#1d4d3a";
const rust = "#b7420c";
const sun = "#f7c35f";
const leaf = "#b9d3b4";

export const groundColours: Record<CoverGround, GroundColours> = {
  mata: {
    base: "#1f4d3a",
    shape: "#163c2c",
    disc: "#2f6650",
    text: cream,
    line: leaf,
    accent: sun,
    second: "#f08a4b",
    light: "#fdf1d8",
    fruit: sun,
    orange: "#f08a4b",
    beak: "#f2b949",
    breast: "#e0652a",
  },
  sol: {
    base: "#f7c35f",
    shape: "#f0ab3a",
    disc: "#fbdc97",
    text: ink,
    line: forest,
    accent: rust,
    second: "#5a2c4f",
    light: cream,
    fruit: "#5a2c4f",
    orange: "#e0652a",
    beak: "#d97f12",
    breast: "#e0652a",
  },
  barro: {
    base: "#b7420c",
    shape: "#96350a",
    disc: "#c95119",
    text: cream,
    line: "#5c1f06",
    accent: sun,
    second: "#f9c9a2",
    light: "#fdf1d8",
    fruit: sun,
    orange: sun,
    beak: "#f2b949",
    breast: "#f9a870",
  },
  praia: {
    base: "#f4e6cd",
    shape: "#e9d3ab",
    disc: "#fff9ec",
    text: ink,
    line: forest,
    accent: "#5a2c4f",
    second: rust,
    light: cream,
    fruit: "#5a2c4f",
    orange: "#e9962f",
    beak: "#e9a72f",
    breast: "#e0652a",
  },
  mar: {
    base: "#2a6b73",
    shape: "#1f565d",
    disc: "#347a82",
    text: cream,
    line: "#123f45",
    accent: sun,
    second: leaf,
    light: "#fdf1d8",
    fruit: sun,
    orange: sun,
    beak: "#f2b949",
    breast: "#e0652a",
  },
  rosa: {
    base: "#f4b59b",
    shape: "#ee9d80",
    disc: "#f9d3c1",
    text: ink,
    line: forest,
    accent: rust,
    second: "#5a2c4f",
    light: cream,
    fruit: "#5a2c4f",
    orange: "#e0652a",
    beak: "#e9962f",
    breast: "#e0652a",
  },
};

export function isCoverDrawing(value: unknown): value is CoverDrawing {
  return coverDrawings.some((known) => known === value);
}

export function isCoverGround(value: unknown): value is CoverGround {
  return coverGrounds.some((known) => known === value);
}
