import { backdrop, colour, cycle, leaf, mix, ramp, repeat, type Scene, shadow, wave } from "../paint";

/** Three pots on a window sill that are watered and grow. */
export const horta: Scene = {
  slug: "horta-em-apartamento",
  title: "Horta em apartamento",
  steps: ["Escolher os vasos", "Terra, semente e sol", "Rega sem exagero"],
  stillAt: 9.4,
  tune: { root: 196, notes: [0, 4, 9, 7, 12, 9, 7, 4] },
  draw: (t) => {
    const grown = (i: number) => mix(0.3, 1, ramp(t, 1 + i * 0.8, 7 + i * 0.8));
    return `${backdrop(colour.sage, colour.mist, "#A9C79F", [640, 340, 0])}
<rect x="250" y="40" width="780" height="560" rx="30" fill="${colour.cream}"/><rect x="284" y="74" width="712" height="520" rx="10" fill="#CBE4E4"/>
<circle cx="820" cy="200" r="${82 + 3 * wave(t, 3)}" fill="${colour.honey}"/>
${building(300, 330, 130, 264, "#E8B98D")}${building(450, 260, 110, 334, "#DDA076")}${building(860, 380, 132, 214, "#E8B98D")}${building(740, 430, 110, 164, "#D8946A")}
<rect x="624" y="74" width="30" height="520" fill="${colour.cream}"/><rect x="284" y="300" width="712" height="22" fill="${colour.cream}"/>
${shadow(640, 690, 1000)}<rect x="180" y="592" width="920" height="56" rx="20" fill="${colour.bark}"/><rect x="180" y="580" width="920" height="50" rx="20" fill="${colour.wood}"/>
${basil(360, 424, grown(0), t)}${pot(360, colour.orange)}${tomato(620, 424, grown(1), t)}${pot(620, colour.green)}${chives(866, 424, grown(2), t)}${pot(866, colour.amber)}
${can(t)}`;
  },
};

function building(x: number, y: number, width: number, height: number, fill: string): string {
  const windows = repeat(
    8,
    (i) =>
      `<rect x="${x + 20 + (i % 2) * (width / 2 - 8)}" y="${y + 24 + Math.floor(i / 2) * 56}" width="28" height="32" rx="4" fill="${colour.cream}" opacity=".8"/>`,
  );
  return `<g><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/><svg x="0" y="0" width="1280" height="594">${windows}</svg></g>`;
}

function pot(x: number, fill: string): string {
  return `<path d="M${x - 92} 430H${x + 92}L${x + 68} 584H${x - 68}Z" fill="${fill}"/><path d="M${x + 30} 430H${x + 92}L${x + 68} 584H${x + 20}Z" fill="${colour.ink}" opacity=".12"/><rect x="${x - 106}" y="404" width="212" height="46" rx="14" fill="${fill}"/><rect x="${x - 106}" y="436" width="212" height="14" rx="7" fill="${colour.ink}" opacity=".14"/>`;
}

function basil(x: number, y: number, grown: number, t: number): string {
  const sway = 3 * wave(t, 3);
  return `<g transform="translate(${x} ${y}) scale(${grown}) rotate(${sway})"><path d="M0 0V-190" stroke="${colour.green}" stroke-width="10"/>
${repeat(4, (i) => leaf(0, -40 - i * 46, 124 - i * 16, -28 - i * 5, i % 2 ? colour.leaf : "#56A06F") + leaf(0, -40 - i * 46, 124 - i * 16, 208 + i * 5, i % 2 ? "#56A06F" : colour.leaf))}${leaf(0, -186, 78, -90, "#6BB37F")}</g>`;
}

function tomato(x: number, y: number, grown: number, t: number): string {
  const sway = 2.4 * wave(t, 3.4, 0.3);
  const ripe = ramp(grown, 0.7, 1);
  const fruits = repeat(
    3,
    (i) =>
      `<circle cx="${[-52, 50, -16][i]}" cy="${[-128, -176, -226][i]}" r="${29 * ripe}" fill="${colour.orange}"/><circle cx="${[-60, 42, -24][i]}" cy="${[-137, -185, -235][i]}" r="${7 * ripe}" fill="${colour.rose}"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${grown}) rotate(${sway})"><path d="M0 0C10 -90 -10 -170 4 -286" fill="none" stroke="${colour.green}" stroke-width="10"/>
${leaf(2, -60, 112, -24, colour.leaf)}${leaf(2, -90, 116, 206, "#56A06F")}${leaf(-2, -150, 104, -34, "#56A06F")}${leaf(-2, -200, 96, 218, colour.leaf)}${leaf(2, -240, 88, -40, colour.leaf)}${leaf(4, -280, 72, -100, "#6BB37F")}${fruits}</g>`;
}

function chives(x: number, y: number, grown: number, t: number): string {
  return `<g transform="translate(${x} ${y}) scale(${grown})">${repeat(11, (i) => {
    const lean = (i - 5) * 13 + 5 * wave(t, 2.8, i / 11);
    return `<path d="M${(i - 5) * 11} 0Q${(i - 5) * 12} -110 ${(i - 5) * 12 + lean} ${-190 - ((i * 37) % 60)}" fill="none" stroke="${i % 2 ? colour.leaf : "#5FA774"}" stroke-width="12" stroke-linecap="round"/>`;
  })}</g>`;
}

function can(t: number): string {
  const tilt = mix(0, -22, ramp(t, 6.4, 7.4));
  const drops = repeat(7, (i) => {
    const fall = cycle(t, 0.9, i / 7);
    return `<circle cx="${936 - (i % 4) * 16}" cy="${210 + fall * 180}" r="7" fill="${colour.teal}" opacity="${ramp(t, 7.2, 7.8) * (1 - fall * 0.5)}"/>`;
  });
  return `${drops}<g transform="translate(1110 170) rotate(${tilt})"><path d="M-60 -10L-156 -46" stroke="${colour.teal}" stroke-width="22" stroke-linecap="round"/><path d="M-176 -76L-150 -16" stroke="${colour.teal}" stroke-width="20" stroke-linecap="round"/>
<path d="M50 -50C130 -60 130 60 46 62" fill="none" stroke="${colour.teal}" stroke-width="18"/><path d="M-66 -62H66L78 90Q78 100 66 100H-66Q-78 100 -78 90Z" fill="${colour.teal}"/><rect x="-76" y="-76" width="152" height="26" rx="13" fill="#3C8790"/></g>`;
}
