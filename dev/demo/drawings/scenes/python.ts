import { backdrop, colour, cycle, ramp, repeat, type Scene, shadow, wave } from "../paint";

type Word = [text: string, fill: string];
const [word, name, value, plain] = [colour.orange, "#9FD3B2", colour.honey, colour.cream];
const program: Word[][] = [
  [
    ["for ", word],
    ["fruta ", name],
    ["in ", word],
    ["feira:", plain],
  ],
  [
    ["    if ", word],
    ["fruta ", name],
    ["== ", plain],
    ['"manga":', value],
  ],
  [
    ["        print", name],
    ["(", plain],
    ['"Oba!"', value],
    [")", plain],
  ],
];

/** A laptop with a first program, and the snake that reads along. */
export const python: Scene = {
  slug: "python-para-curiosos",
  title: "Python para curiosos",
  steps: ["O primeiro print", "Repetir com for", "Decidir com if"],
  stillAt: 7.6,
  tune: { root: 220, notes: [0, 5, 7, 12, 10, 7, 5, 3] },
  draw: (t) => `${backdrop("#DCE8D6", colour.cream, "#C9DBC2", [640, 350, 318])}
${shadow(640, 664, 1000)}
<rect x="256" y="92" width="700" height="456" rx="34" fill="${colour.ink}"/><rect x="280" y="116" width="652" height="408" rx="16" fill="${colour.green}"/>
<path d="M280 132A16 16 0 0 1 296 116H916A16 16 0 0 1 932 132V166H280Z" fill="#17402F"/>${repeat(3, (i) => `<circle cx="${312 + i * 32}" cy="141" r="10" fill="${[colour.orange, colour.honey, "#7FC09A"][i]}"/>`)}
${typed(t)}
<g opacity="${ramp(t, 6.6, 7.2)}"><rect x="310" y="420" width="210" height="74" rx="22" fill="${colour.cream}"/><text x="340" y="470" font-size="40" fill="${colour.green}" class="mono">Oba!</text></g>
<path d="M170 560H1042L1094 622Q1094 644 1070 644H142Q118 644 118 622Z" fill="#4B443C"/><path d="M170 560H1042L1056 578H156Z" fill="#655C51"/><rect x="508" y="588" width="196" height="30" rx="12" fill="#655C51"/>
${snake(t)}`,
};

function typed(t: number): string {
  let left = Math.floor(86 * ramp(t, 0.2, 8) * 1.25);
  return program
    .map((line, row) => {
      const spans = line.map(([text, fill]) => {
        const shown = text.slice(0, Math.max(0, left));
        left -= text.length;
        return `<tspan fill="${fill}">${shown.replaceAll('"', "&quot;")}</tspan>`;
      });
      return `<text x="310" y="${232 + row * 62}" font-size="38" class="mono" xml:space="preserve">${spans.join("")}</text>`;
    })
    .join("");
}

function snake(t: number): string {
  const nod = 6 * wave(t, 3);
  const tongue = cycle(t, 1.9) < 0.25 ? 1 : 0;
  const body = `M986 640C1120 660 1210 620 1180 560C1150 508 1010 540 1012 470C1014 410 1130 440 1140 370C1146 320 1110 ${282 + nod} 1070 ${268 + nod}`;
  return `<path d="${body}" fill="none" stroke="${colour.leaf}" stroke-width="62" stroke-linecap="round" stroke-linejoin="round"/>
<path d="${body}" fill="none" stroke="#7FC09A" stroke-width="20" stroke-linecap="round" stroke-dasharray="2 54"/>
<g transform="translate(1052 ${250 + nod}) rotate(${-8 + 3 * wave(t, 3, 0.2)})"><path d="M-86 26L${-128 - 10 * tongue} 30l-22 -12m22 12l-20 14" fill="none" stroke="${colour.orange}" stroke-width="8" stroke-linecap="round" opacity="${tongue}"/>
<path d="M-92 22C-100 -34 -40 -66 16 -56C72 -46 88 0 60 34C28 66 -84 68 -92 22Z" fill="${colour.leaf}"/><circle cx="-28" cy="-20" r="25" fill="${colour.cream}"/><circle cx="-36" cy="-18" r="12" fill="${colour.ink}"/>
<path d="M-78 28Q-40 46 -2 30" fill="none" stroke="${colour.green}" stroke-width="7" stroke-linecap="round"/><circle cx="12" cy="22" r="11" fill="${colour.orange}" opacity=".55"/></g>`;
}
