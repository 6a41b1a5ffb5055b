import { logoGrid, logoShapes } from "~/brand";
import type { CoverDrawing, GroundColours } from "./cover-designs";

/** In SVG user units: 16:9. */
export const coverWidth = 1280;
export const coverHeight = 720;

const disc = { x: 985, y: 385, r: 290 };

const ground = ({ base, shape, disc: discColour }: GroundColours) =>
  `<rect width="1280" height="720" fill="${base}"/>` +
  `<path fill="${shape}" d="M820 0C850 80 910 150 1010 165 1120 182 1150 90 1280 120V0zM0 560C110 520 190 560 290 600 400 645 520 640 620 720H0z"/>` +
  `<circle cx="${disc.x}" cy="${disc.y}" r="${disc.r}" fill="${discColour}"/>`;

function flower(x: number, y: number, r: number, petal: string, heart: string): string {
  const petals = Array.from({ length: 5 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / 5 - Math.PI / 2;
    const at = (value: number, turn: number) => (value + turn * r * 0.62).toFixed(1);
    return `<circle cx="${at(x, Math.cos(angle))}" cy="${at(y, Math.sin(angle))}" r="${(r * 0.5).toFixed(1)}"/>`;
  }).join("");
  return `<g fill="${petal}">${petals}<circle cx="${x}" cy="${y}" r="${r * 0.6}"/></g><circle cx="${x}" cy="${y}" r="${r * 0.28}" fill="${heart}"/>`;
}

/** Its stem end at the origin, pointing right before it is turned. */
const leafAt = (x: number, y: number, length: number, degrees: number, colour: string) =>
  `<path transform="translate(${x} ${y}) rotate(${degrees}) scale(${length / 100})" fill="${colour}" d="M0 0C18-34 66-36 100 0 66 30 22 28 0 0z"/>`;

const berry = (x: number, y: number, r: number, colour: string, shine: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/><circle cx="${x - r * 0.32}" cy="${y - r * 0.34}" r="${r * 0.17}" fill="${shine}"/>`;

const stroke = (colour: string, width: number, path: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${path}"/>`;

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function ipe({ line, accent, light }: GroundColours): string {
  const flowers: [number, number, number][] = [
    [1010, 290, 80],
    [1130, 410, 62],
    [905, 430, 70],
    [985, 560, 50],
    [840, 600, 74],
  ];
  return (
    stroke(line, 24, "M1290 285C1140 330 1030 395 955 480 915 525 880 560 830 590") +
    leafAt(1080, 360, 130, -64, line) +
    leafAt(930, 500, 110, 150, line) +
    flowers.map(([x, y, r]) => flower(x, y, r, accent, light)).join("")
  );
}

function jabuticaba({ line, fruit, light }: GroundColours): string {
  const berries: [number, number, number][] = [
    [1010, 150, 40],
    [1120, 210, 46],
    [960, 270, 50],
    [1090, 330, 54],
    [940, 400, 44],
    [1150, 430, 44],
    [1010, 480, 52],
    [1110, 560, 48],
    [940, 590, 40],
    [1040, 650, 46],
  ];
  return (
    stroke(line, 46, "M1130 -20C1060 130 1020 240 1035 380 1048 510 1030 620 1015 740") +
    stroke(line, 22, "M1040 330C1090 250 1150 190 1300 150") +
    leafAt(1200, 170, 120, -50, line) +
    leafAt(1230, 165, 110, 40, line) +
    berries.map(([x, y, r]) => berry(x, y, r, fruit, light)).join("")
  );
}

function laranjeira({ line, orange, light }: GroundColours): string {
  return (
    stroke(
      line,
      18,
      "M1300 150C1160 170 1040 220 880 330M1130 195C1120 260 1115 300 1118 350M960 275C955 340 950 390 952 430",
    ) +
    leafAt(1180, 165, 150, -70, line) +
    leafAt(1060, 225, 150, -95, line) +
    leafAt(905, 315, 140, 165, line) +
    leafAt(1220, 160, 120, 50, line) +
    leafAt(1000, 255, 110, 65, line) +
    berry(952, 500, 84, orange, light) +
    berry(1122, 430, 92, orange, light)
  );
}

function canto({ line, accent, light, beak, breast }: GroundColours): string {
  const scale = 380 / logoGrid;
  const colours: Record<(typeof logoShapes)[number]["token"], string> = {
    "bird-beak": beak,
    "bird-back": line,
    "bird-breast": breast,
    "bird-wing": light,
    "bird-eye": light,
  };
  const bird = logoShapes.map(({ token, path }) => `<path fill="${colours[token]}" d="${path}"/>`).join("");
  const waves = range(3)
    .map((index) => {
      const r = 70 + index * 52;
      return stroke(
        accent,
        14,
        `M${800 - index * 46} ${330 - r}A${r * 1.3} ${r * 1.3} 0 0 0 ${800 - index * 46} ${330 + r}`,
      );
    })
    .join("");
  return `${waves}<g transform="translate(835 210) scale(${scale})">${bird}</g>`;
}

function pauta({ light, accent }: GroundColours): string {
  const staves = range(5).map((index) => {
    const y = 470 + index * 34;
    return stroke(light, 6, `M760 ${y + 60}C900 ${y + 40} 1080 ${y - 60} 1290 ${y - 20}`);
  });
  return (
    `<g opacity=".55">${staves.join("")}</g>` +
    `<g fill="${accent}"><ellipse cx="900" cy="500" rx="62" ry="48" transform="rotate(-20 900 500)"/><ellipse cx="1090" cy="460" rx="62" ry="48" transform="rotate(-20 1090 460)"/>` +
    `<path d="M934 495V240L1152 195V450H1122V275L964 310V495z"/></g>`
  );
}

function morro({ orange, second, shape, light, line }: GroundColours): string {
  return (
    `<circle cx="1000" cy="270" r="120" fill="${orange}"/>` +
    `<path d="M780 720C810 560 850 420 930 370 1010 320 1060 470 1090 560 1110 620 1150 680 1180 720z" fill="${line}"/>` +
    `<path d="M1010 720C1060 620 1110 560 1170 545 1230 530 1260 580 1290 600V720z" fill="${second}"/>` +
    `<path d="M560 720C700 660 860 650 1010 680 1120 702 1200 690 1290 660V730H560z" fill="${shape}"/>` +
    stroke(light, 5, "M640 690C700 678 760 676 820 684M1000 705C1060 712 1120 708 1180 698")
  );
}

function calcadao({ line, accent }: GroundColours): string {
  const wave = (y: number) =>
    `M660 ${y}C720 ${y - 80} 790 ${y - 80} 850 ${y} 910 ${y + 80} 980 ${y + 80} 1040 ${y} 1100 ${y - 80} 1170 ${y - 80} 1230 ${y} 1260 ${y + 40} 1280 ${y + 55} 1310 ${y + 70}`;
  const waves = range(6).map((index) => stroke(index % 3 === 1 ? accent : line, 38, wave(130 + index * 100)));
  return `<clipPath id="disc"><circle cx="${disc.x}" cy="${disc.y}" r="${disc.r}"/></clipPath><g clip-path="url(#disc)">${waves.join("")}</g>`;
}

function folhas({ line, accent, second, light }: GroundColours): string {
  const leaves: [number, number, number, number, string][] = [
    [900, 300, 210, -75, line],
    [1010, 330, 230, -40, accent],
    [1060, 470, 220, 5, second],
    [990, 590, 210, 62, accent],
    [880, 560, 200, 118, line],
    [1160, 250, 150, -62, light],
    [1170, 600, 140, 40, line],
  ];
  return leaves.map(([x, y, length, degrees, colour]) => leafAt(x, y, length, degrees, colour)).join("");
}

function arcos({ line, accent, second, light }: GroundColours): string {
  return range(6)
    .map((index) => {
      const r = 310 - index * 52;
      const colour = [line, accent, light, line, accent, second][index] as string;
      return stroke(colour, 28, `M${1080 - r} 740A${r} ${r} 0 0 1 ${1080 + r} 740`);
    })
    .join("");
}

/** Quarter circles in squares of 120 units; which corner follows from a fixed pattern. */
function azulejo({ accent, second, light }: GroundColours): string {
  const corners = [0, 1, 2, 3, 2, 0, 3, 1, 1, 3, 0, 2, 0, 2, 1, 3, 3, 1, 2, 0, 1, 0, 3, 2];
  const colours = [accent, second, light];
  return corners
    .map((corner, index) => {
      const x = 800 + (index % 4) * 120;
      const y = Math.floor(index / 4) * 120;
      return `<g transform="translate(${x} ${y}) rotate(${corner * 90} 60 60)"><path fill="${colours[index % 3]}" d="M0 0H120A120 120 0 0 1 0 120z"/></g>`;
    })
    .join("");
}

function cobogo({ line, accent }: GroundColours): string {
  return range(30)
    .map((index) => {
      const x = 860 + (index % 5) * 100;
      const y = 60 + Math.floor(index / 5) * 120;
      return `<circle cx="${x}" cy="${y}" r="40" fill="none" stroke="${line}" stroke-width="14"/><circle cx="${x + 50}" cy="${y + 60}" r="9" fill="${accent}"/>`;
    })
    .join("");
}

const drawings: Record<CoverDrawing, (colours: GroundColours) => string> = {
  ipe,
  jabuticaba,
  laranjeira,
  canto,
  pauta,
  morro,
  calcadao,
  folhas,
  arcos,
  azulejo,
  cobogo,
  none: () => "",
};

/** On the cover's grid, without an `<svg>` around them. */
export function drawCoverArt(drawing: CoverDrawing, colours: GroundColours): string {
  return ground(colours) + drawings[drawing](colours);
}
