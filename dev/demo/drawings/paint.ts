/** Colours, motion and small shapes that all drawings share. Everything is drawn on 1280 × 720 user units of SVG. */

export const colour = {
  cream: "#FBF6EE",
  sand: "#F3E3C8",
  orange: "#E4572E",
  amber: "#F08A24",
  honey: "#F7C35F",
  rose: "#F4B79B",
  green: "#1F4D3A",
  leaf: "#3F8A5F",
  sage: "#B9D3B0",
  mist: "#D7E6DD",
  teal: "#2C6E75",
  ink: "#23201C",
  bark: "#7B4526",
  wood: "#C98A4F",
  crust: "#D99A54",
  skin: "#B9764A",
} as const;

/** A drawing of one subject at a moment of its clip. */
export type Scene = {
  /** File name without ending. */
  slug: string;
  title: string;
  /** What the lesson goes through, shown one after the other. */
  steps: [string, string, string];
  /** Moment, in seconds, whose drawing makes the best still. */
  stillAt: number;
  /** Notes of the clip's tune, in semitones above `root` (Hz). */
  tune: { root: number; notes: number[] };
  /** SVG elements at `t` seconds, 0 ≤ t. */
  draw(t: number): string;
};

/** −1…1, once around in `period` seconds. */
export function wave(t: number, period: number, phase = 0): number {
  return Math.sin(2 * Math.PI * (t / period + phase));
}

/** 0 before `from` seconds, 1 after `to`, smooth in between. */
export function ramp(t: number, from: number, to: number): number {
  const x = Math.min(1, Math.max(0, (t - from) / (to - from)));
  return x * x * (3 - 2 * x);
}

/** 0…1, over and over, in `period` seconds. */
export function cycle(t: number, period: number, phase = 0): number {
  const x = t / period + phase;
  return x - Math.floor(x);
}

export function mix(a: number, b: number, x: number): number {
  return a + (b - a) * x;
}

/** `count` drawings, numbered from 0, one after the other. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join("");
}

/** Full background with a large disc behind the subject and a quiet corner shape. */
export function backdrop(
  ground: string,
  disc: string,
  corner: string,
  discAt: [number, number, number] = [640, 370, 300],
): string {
  const [x, y, r] = discAt;
  return `<rect width="1280" height="720" fill="${ground}"/>
<path d="M0 720V560C130 520 210 610 360 600S560 690 640 720Z" fill="${corner}"/>
<path d="M1280 0V190C1170 220 1120 120 1010 130S860 60 830 0Z" fill="${corner}"/>
<circle cx="${x}" cy="${y}" r="${r}" fill="${disc}"/>`;
}

export function shadow(x: number, y: number, width: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${width / 22}" fill="${colour.ink}" opacity=".16"/>`;
}

/** A wisp of steam, 150 high, rising from (x, y). */
export function steam(x: number, y: number, t: number, stroke: string): string {
  const sway = 16 * wave(t, 2.6, x / 400);
  const path = `M${x} ${y}c${-26 - sway} -38 ${26 + sway} -62 0 -100s${20 - sway} -36 6 -56`;
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="11" stroke-linecap="round" opacity="${0.55 + 0.3 * wave(t, 2.6, x / 300)}"/>`;
}

/** Leaf of length 1 along the x axis, to be scaled and turned. */
export function leaf(x: number, y: number, length: number, angle: number, fill: string): string {
  return `<path transform="translate(${x} ${y}) rotate(${angle}) scale(${length})" d="M0 0C.25 -.34 .75 -.34 1 0C.75 .26 .25 .26 0 0Z" fill="${fill}"/>`;
}

export function label(
  x: number,
  y: number,
  size: number,
  text: string,
  fill: string,
  anchor = "middle",
): string {
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" class="display">${text}</text>`;
}
