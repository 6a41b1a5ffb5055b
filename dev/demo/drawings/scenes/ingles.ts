import { backdrop, colour, cycle, label, ramp, type Scene, shadow, wave } from "../paint";

/** A suitcase ready to go, a plane on its way, and the first words. */
export const ingles: Scene = {
  slug: "ingles-para-viagem",
  title: "Inglês para viagem",
  steps: ["No aeroporto", "No hotel", "No restaurante"],
  stillAt: 8.3,
  tune: { root: 220, notes: [0, 2, 4, 7, 9, 7, 4, 2] },
  draw: (t) => `${backdrop("#8FC0BC", "#BFDDD5", "#7DB2AF", [560, 400, 300])}
<path d="M40 470C260 40 860 10 1250 250" fill="none" stroke="${colour.cream}" stroke-width="8" stroke-linecap="round" stroke-dasharray="4 30"/>
${plane(t)}${cloud(180, 190 + 8 * wave(t, 4), 1)}${cloud(1060, 420 + 8 * wave(t, 5), 0.8)}
${shadow(520, 650, 520)}
<path d="M440 262V196Q440 170 466 170H574Q600 170 600 196V262" fill="none" stroke="${colour.ink}" stroke-width="24"/>
<rect x="290" y="250" width="460" height="388" rx="46" fill="${colour.orange}"/>
<path d="M290 520H750V592A46 46 0 0 1 704 638H336A46 46 0 0 1 290 592Z" fill="#C9431D"/>
<rect x="366" y="250" width="44" height="388" fill="${colour.bark}"/><rect x="630" y="250" width="44" height="388" fill="${colour.bark}"/>
<rect x="360" y="350" width="56" height="34" rx="8" fill="${colour.honey}"/><rect x="624" y="350" width="56" height="34" rx="8" fill="${colour.honey}"/>
<circle cx="520" cy="356" r="54" fill="${colour.cream}"/><path d="M466 356H574M520 302V410M520 302C478 330 478 382 520 410C562 382 562 330 520 302" fill="none" stroke="${colour.teal}" stroke-width="8"/>
<g transform="rotate(-9 520 490)"><rect x="448" y="456" width="144" height="64" rx="12" fill="${colour.green}"/>${label(520, 503, 40, "RIO", colour.honey)}</g>
<rect x="330" y="634" width="52" height="24" rx="10" fill="${colour.ink}"/><rect x="658" y="634" width="52" height="24" rx="10" fill="${colour.ink}"/>
${bubble(790, 292, 300, "Hello!", colour.cream, colour.ink, 0.9 + 0.1 * ramp(t, 0.4, 1) + 0.02 * wave(t, 2), 1)}
${bubble(860, 478, 230, "Olá!", colour.green, colour.cream, 0.9 + 0.1 * ramp(t, 1.2, 1.8) + 0.02 * wave(t, 2, 0.5), -1)}`,
};

/** The four points of its way, as in the dotted line. */
const way = [
  [40, 470],
  [260, 40],
  [860, 10],
  [1250, 250],
] as const;

function onCurve(u: number): [number, number] {
  const weights = [(1 - u) ** 3, 3 * (1 - u) ** 2 * u, 3 * (1 - u) * u ** 2, u ** 3];
  const sum = (axis: 0 | 1) => way.reduce((total, point, i) => total + point[axis] * (weights[i] ?? 0), 0);
  return [sum(0), sum(1)];
}

function plane(t: number): string {
  const along = cycle(t, 11, 0.02);
  const [x, y] = onCurve(along);
  const [nextX, nextY] = onCurve(along + 0.01);
  const angle = (Math.atan2(nextY - y, nextX - x) * 180) / Math.PI;
  return `<g transform="translate(${x} ${y}) rotate(${angle}) scale(1.12)" fill="${colour.cream}">
<path d="M-112 -16H60C96 -16 116 -6 116 2S96 18 60 18H-84Z"/><path d="M-8 -8L-62 -96H-30L56 -8Z" fill="${colour.sand}"/><path d="M-8 8L-62 92H-30L56 8Z"/>
<path d="M-112 -16L-136 -66H-110L-76 -16Z" fill="${colour.orange}"/><circle cx="70" cy="-2" r="7" fill="${colour.teal}"/><circle cx="44" cy="-2" r="6" fill="${colour.teal}"/><circle cx="20" cy="-2" r="6" fill="${colour.teal}"/></g>`;
}

function cloud(x: number, y: number, size: number): string {
  return `<path transform="translate(${x} ${y}) scale(${size})" d="M-90 34A38 38 0 0 1 -78 -40A58 58 0 0 1 30 -58A44 44 0 0 1 84 34Z" fill="${colour.cream}" opacity=".85"/>`;
}

function bubble(
  x: number,
  y: number,
  width: number,
  text: string,
  fill: string,
  ink: string,
  size: number,
  side: 1 | -1,
): string {
  const tail =
    side > 0 ? "M46 120L10 178L104 124Z" : `M${width - 46} 120L${width - 10} 178L${width - 104} 124Z`;
  return `<g transform="translate(${x} ${y}) scale(${size})"><rect width="${width}" height="130" rx="50" fill="${fill}"/><path d="${tail}" fill="${fill}"/>${label(width / 2, 88, 68, text, ink)}</g>`;
}
