import { brandColours, logoGrid, logoShapes } from "~/brand";
import type { TextPaths } from "~/features/videos/thumbnails/text-paths.server";

/** Returns lines of text around a vertical middle, as SVG. */
export function linesAround({ lines, size }: TextPaths, x: number, middle: number, colour: string): string {
  const lineHeight = size * 1.08;
  const capHeight = size * 0.7;
  const first = middle - ((lines.length - 1) * lineHeight) / 2 + capHeight / 2;
  const paths = lines.map(
    ({ path }, index) => `<path transform="translate(${x} ${first + index * lineHeight})" d="${path}"/>`,
  );
  return `<g fill="${colour}">${paths.join("")}</g>`;
}

/** Returns the bird, as SVG. */
export function bird(x: number, y: number, side: number): string {
  const shapes = logoShapes.map(
    ({ token, path }) => `<path fill="${brandColours.light[token]}" d="${path}"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${side / logoGrid})">${shapes.join("")}</g>`;
}
