import { brandColours, brandName, type ColourToken, logoGrid, logoShapes } from "~/brand";
import { type SheetMark, sheetFrame, sheetSize } from "~/features/base/documents/pdf-document";
import { drawQrCode } from "~/features/base/documents/qr-code.server";
import { textPaths } from "~/features/videos/pictures/text-paths.server";
import { birdPlace, branchShapes, openBeak, stavePath, sun } from "~/ui/drawings/song-shapes";

const colours = brandColours.light;

interface SheetTexts {
  title: string;
  name: string;
  completed: string;
  course: string;
  time: readonly { text: string; bold?: boolean }[];
  programme: { title: string; lines: readonly (readonly [name: string, number: string])[] };
  by: readonly [name: string, label: string];
  days: readonly [days: string, label: string];
  code: string;
  /** Where the code can be checked, without and with the code. */
  place: string;
  url: string;
  company: string;
  note: string;
}

const left = 96;

/** The same marks on the page and in the document. */
export function drawCertificate(texts: SheetTexts): SheetMark[] {
  const brand = textPaths(brandName, { maxWidth: 200, maxLines: 1, largest: 28, smallest: 28 });
  const name = textPaths(texts.name, { maxWidth: 700, maxLines: 2, largest: 76, smallest: 30 });
  const course = textPaths(texts.course, { maxWidth: 640, maxLines: 2, largest: 36, smallest: 22 });
  // Two lines of a name take the room of one.
  const nameTop = name.lines.length > 1 ? 282 - name.size * 1.1 : 270;
  const courseBottom = 372 + (course.lines.length - 1) * course.size * 1.1;
  const qr = drawQrCode(texts.url);
  return [
    { kind: "path", path: `M0 0H${sheetSize.width}V${sheetSize.height}H0z`, fill: "#fffefb" },
    ...drawBird(),
    { kind: "path", path: framePath(), line: { colour: colours.forest, width: 2 } },
    ...logoShapes.map(({ token, path }) => birdShape(token, path, 97, 86, 40 / logoGrid)),
    ...place(brand, 148, 114, colours.ink, brandName),
    { ...say(texts.title, left, 189, 20, colours.forest, { bold: true }), isTitle: true },
    ...place(name, left, nameTop, colours.ink, texts.name),
    say(texts.completed, left, 326, 19),
    ...place(course, left, 372, colours.forest, texts.course),
    { ...say("", left, courseBottom + 44, 19), runs: texts.time },
    ...drawProgramme(texts.programme),
    ...signed(texts.by, left),
    ...signed(texts.days, 432),
    say(texts.code, 1060, 764, 20, colours.ink, { bold: true, ends: true }),
    say(texts.place, 1060, 792, 14, colours["ink-soft"], { ends: true }),
    ...(qr
      ? [{ kind: "path", path: qr.path, x: 1068, y: 682, scale: 128 / qr.size, fill: colours.ink } as const]
      : []),
    say(texts.company, left, 828, 13),
    say(texts.note, left, 848, 13),
  ];
}

function say(
  text: string,
  x: number,
  y: number,
  size: number,
  colour = colours["ink-soft"],
  { bold = false, ends = false } = {},
): Extract<SheetMark, { kind: "text" }> {
  return { kind: "text", x, y, size, colour, ends, runs: [{ text, bold }] };
}

/** Lines of the display face; the first carries the text of all. */
function place(
  { lines, size }: ReturnType<typeof textPaths>,
  x: number,
  y: number,
  fill: string,
  says: string,
): SheetMark[] {
  return lines.map(({ path }, at) => ({
    kind: "path",
    path,
    x,
    y: y + at * size * 1.1,
    fill,
    ...(at === 0 && { says }),
  }));
}

function signed([text, label]: readonly [string, string], x: number): SheetMark[] {
  return [
    say(text, x, 750, 19, colours.ink, { bold: true }),
    { kind: "path", path: `M${x} 769h300`, line: { colour: colours.ink, width: 1 } },
    say(label, x, 792, 14),
  ];
}

function drawProgramme({ title, lines }: SheetTexts["programme"]): SheetMark[] {
  if (lines.length === 0) return [];
  const [x, end, step] = [844, 1184, lines.length > 4 ? 22 : 29];
  return [
    say(title, x, 104, 14, colours.ink, { bold: true }),
    ...lines.flatMap(([name, number], at): SheetMark[] => [
      { kind: "path", path: `M${x} ${114 + at * step}H${end}`, line: { colour: colours.line, width: 1 } },
      say(name, x, 114 + (at + 0.67) * step, 14),
      say(number, end, 114 + (at + 0.67) * step, 14, colours["ink-soft"], { ends: true }),
    ]),
  ];
}

/** The landing page's drawing, smaller: the bird before the sun, the stave running to the frame. */
function drawBird(): SheetMark[] {
  const scale = 0.628;
  const at = { x: 362, y: 83.4, scale, cut: true } as const;
  const circle = (r: number) =>
    `M${sun.x - r} ${sun.y}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0z`;
  const [x, y] = [at.x + birdPlace.x * scale, at.y + birdPlace.y * scale];
  return [
    { kind: "path", path: circle(sun.outer), fill: colours.dawn, ...at },
    { kind: "path", path: circle(sun.inner), fill: colours.sun, ...at },
    { kind: "path", path: stavePath, line: { colour: "#f0a37c", width: 2.4 }, ...at },
    ...branchShapes.map(
      ({ token, path, line }): SheetMark => ({
        kind: "path",
        path,
        ...(line ? { line: { colour: colours[token], width: line } } : { fill: colours[token] }),
        ...at,
      }),
    ),
    ...logoShapes.map(({ token, path }) =>
      birdShape(token, token === "bird-beak" ? openBeak : path, x, y, birdPlace.scale * scale),
    ),
  ];
}

function birdShape(token: ColourToken, path: string, x: number, y: number, scale: number): SheetMark {
  return { kind: "path", path, x, y, scale, fill: colours[token] };
}

function framePath(): string {
  const { x, y, width, height, radius: r } = sheetFrame;
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = `a${r} ${r} 0 0 1 `;
  return `M${x + r} ${y}h${across}${corner}${r} ${r}v${down}${corner}${-r} ${r}h${-across}${corner}${-r} ${-r}v${-down}${corner}${r} ${-r}z`;
}
