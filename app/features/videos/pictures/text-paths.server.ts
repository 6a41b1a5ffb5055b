import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "fontkit";

/** In the order they are asked for a character. */
const subsets = ["latin", "latin-ext", "vietnamese"] as const;

const load = createRequire(import.meta.url);
let loaded: Font[] | undefined;

/**
 * From its package: a machine without installed fonts draws the same picture. Loaded with the first picture: fontkit
 * takes 7 MB.
 */
function faces(): Font[] {
  loaded ??= subsets.map((subset) => {
    const { create } = load("fontkit") as typeof import("fontkit");
    const file = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-800-normal.woff2`;
    return create(readFileSync(load.resolve(file))) as Font;
  });
  return loaded;
}

interface TextBox {
  maxWidth: number;
  maxLines: number;
  /** In pixels: the largest at which the text fits is used. */
  largest: number;
  smallest: number;
}

export interface TextPaths {
  /** One per line, its origin at the left end of the line's baseline. */
  lines: { path: string; width: number }[];
  size: number;
}

/**
 * What does not fit at the smallest size ends in "…". Characters that the face does not have, such as emoji, are left
 * out; a text of nothing else has no lines.
 */
export function textPaths(text: string, { maxWidth, maxLines, largest, smallest }: TextBox): TextPaths {
  const words = drawable(text).split(" ").filter(Boolean);
  for (let size = largest; ; size = Math.max(smallest, Math.floor(size * 0.94))) {
    const lines = wrap(words, (line) => widthOf(line, size) <= maxWidth);
    if (lines.length <= maxLines || size === smallest) {
      return { lines: shorten(lines, maxLines, maxWidth, size).map((line) => linePath(line, size)), size };
    }
  }
}

/** More than any box has room for: a longer text would only be measured and cut. */
const maxCharacters = 160;

/** Composed, with single spaces. */
function drawable(text: string): string {
  return Array.from(text.normalize("NFC"))
    .slice(0, maxCharacters)
    .map((character) => (faceOf(character) ? character : " "))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

export function isDrawable(text: string): boolean {
  return Array.from(text.normalize("NFC")).every((character) => /\s/.test(character) || faceOf(character));
}

function faceOf(character: string): Font | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  return faces().find((face) => face.hasGlyphForCodePoint(codePoint));
}

/** Fills lines greedily; a word that is wider than a line is broken. */
function wrap(words: string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    const pieces = breakWord(word, fits);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  if (line) lines.push(line);
  return lines;
}

function breakWord(word: string, fits: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece && !fits(piece + character)) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  pieces.push(piece);
  return pieces;
}

function shorten(lines: string[], maxLines: number, maxWidth: number, size: number): string[] {
  if (lines.length <= maxLines) return lines;
  let last = lines[maxLines - 1] ?? "";
  while (last && widthOf(`${last}…`, size) > maxWidth) last = last.slice(0, -1).trimEnd();
  return [...lines.slice(0, maxLines - 1), `${last}…`];
}

interface Run {
  face: Font;
  text: string;
}

/** Neighbouring characters of one face together, so that its kerning applies. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  for (const character of line) {
    const face = faceOf(character);
    if (!face) continue;
    const last = runs.at(-1);
    if (last?.face === face) last.text += character;
    else runs.push({ face, text: character });
  }
  return runs;
}

function widthOf(line: string, size: number): number {
  return runsOf(line).reduce(
    (width, { face, text }) => width + (face.layout(text).advanceWidth * size) / face.unitsPerEm,
    0,
  );
}

function linePath(line: string, size: number): { path: string; width: number } {
  let x = 0;
  const paths: string[] = [];
  for (const { face, text } of runsOf(line)) {
    const scale = size / face.unitsPerEm;
    const { glyphs, positions } = face.layout(text);
    glyphs.forEach((glyph, index) => {
      const position = positions[index];
      // A font's y axis points up, SVG's down.
      paths.push(
        glyph.path
          .scale(scale, -scale)
          .translate(x + (position?.xOffset ?? 0) * scale, -(position?.yOffset ?? 0) * scale)
          .toSVG(),
      );
      x += (position?.xAdvance ?? 0) * scale;
    });
  }
  return { path: paths.join(""), width: x };
}
