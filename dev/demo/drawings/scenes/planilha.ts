import { backdrop, colour, label, mix, ramp, repeat, type Scene, shadow, wave } from "../paint";

const heights = [92, 138, 116, 186, 236];
const fills = [colour.sage, colour.leaf, colour.honey, colour.amber, colour.orange];

/** A spreadsheet whose column adds up, and the chart that grows out of it. */
export const planilha: Scene = {
  slug: "excel-do-zero",
  title: "Excel do zero",
  steps: ["Linhas, colunas e células", "A primeira soma", "Do número ao gráfico"],
  stillAt: 9,
  tune: { root: 196, notes: [0, 4, 7, 11, 12, 11, 7, 4] },
  draw: (t) => `${backdrop(colour.green, "#2B6249", "#194231", [640, 360, 320])}
${shadow(610, 648, 860)}
<g transform="translate(176 96) rotate(-2 400 260)">
<rect width="760" height="520" rx="26" fill="${colour.cream}"/>
<path d="M0 84V26A26 26 0 0 1 26 0H734A26 26 0 0 1 760 26V84Z" fill="${colour.leaf}"/>
<rect x="30" y="24" width="700" height="40" rx="20" fill="${colour.cream}" opacity=".92"/>
<text x="56" y="54" font-size="28" fill="${colour.green}" class="mono">=SOMA(B2:B6)</text>
${repeat(4, (i) => `<rect x="${78 + i * 171}" y="84" width="2.5" height="436" fill="#E4D6BD"/>`)}
${repeat(6, (i) => `<rect y="${148 + i * 62}" width="760" height="2.5" fill="#E4D6BD"/>`)}
<rect y="84" width="760" height="64" fill="${colour.sand}"/><rect y="148" width="78" height="372" fill="${colour.sand}"/>
<path d="M0 494V148H78V520H26A26 26 0 0 1 0 494Z" fill="${colour.sand}"/>
${repeat(4, (i) => label(163 + i * 171, 128, 32, "ABCD"[i] ?? "", colour.bark))}
${repeat(6, (i) => label(39, 190 + i * 62, 28, String(i + 1), colour.bark))}
${repeat(5, (i) => cellLine(i, t))}
<rect x="251" y="460" width="167" height="58" fill="${colour.honey}" opacity="${ramp(t, 4.4, 5.2)}"/>
<g opacity="${ramp(t, 5, 5.6)}">${label(334, 502, 34, "1.240", colour.ink)}</g>
${selection(t)}
</g>
${chart(t)}`,
};

function cellLine(row: number, t: number): string {
  const shown = ramp(t, 0.4 + row * 0.4, 1.1 + row * 0.4);
  const width = [112, 86, 124, 98, 108][row] ?? 100;
  return `<rect x="100" y="${168 + row * 62}" width="${width * shown}" height="20" rx="10" fill="${colour.sage}"/>
<g opacity="${shown}">${label(334, 190 + row * 62, 30, ["120", "180", "150", "360", "430"][row] ?? "", colour.ink)}</g>`;
}

function selection(t: number): string {
  const row = mix(mix(0, 2, ramp(t, 1.6, 2.4)), 5, ramp(t, 3.4, 4.4));
  return `<rect x="251" y="${150 + row * 62}" width="167" height="60" rx="4" fill="none" stroke="${colour.orange}" stroke-width="7"/>
<rect x="408" y="${200 + row * 62}" width="18" height="18" rx="4" fill="${colour.orange}"/>`;
}

function chart(t: number): string {
  const grown = (i: number) =>
    (heights[i] ?? 0) *
    (0.28 + 0.72 * ramp(t, 5.4 + i * 0.35, 7 + i * 0.35)) *
    (1 + 0.015 * wave(t, 2, i / 5));
  return `<g transform="translate(716 268)"><rect width="432" height="366" rx="30" fill="${colour.ink}" opacity=".16" x="12" y="14"/>
<rect width="432" height="366" rx="30" fill="#FFFDF9"/>
${repeat(5, (i) => `<rect x="${44 + i * 72}" y="${312 - grown(i)}" width="54" height="${grown(i)}" rx="12" fill="${fills[i]}"/>`)}
<rect x="34" y="314" width="366" height="7" rx="3.5" fill="${colour.ink}"/>
<path d="M70 ${196 - 20}C150 150 190 170 250 110S330 80 372 48" fill="none" stroke="${colour.green}" stroke-width="9" stroke-linecap="round" stroke-dasharray="420" stroke-dashoffset="${420 * (1 - ramp(t, 6.6, 8.6))}"/></g>`;
}
