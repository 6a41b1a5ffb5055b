import { colour, cycle, label, mix, ramp, repeat, type Scene, wave } from "../paint";

/** An editing desk: the picture above, three tracks below, and the cut under the playhead. */
export const edicao: Scene = {
  slug: "edicao-de-video",
  title: "Edição de vídeo",
  steps: ["Organizar o material", "Cortar no ritmo", "Som, cor e legenda"],
  stillAt: 6.4,
  tune: { root: 146.83, notes: [0, 0, 7, 10, 12, 10, 7, 3] },
  draw: (t) => {
    const play = mix(250, 1010, cycle(t, 11));
    const apart = 22 * ramp(t, 4.2, 5);
    return `<rect width="1280" height="720" fill="#2B2723"/><path d="M0 720V560C130 520 210 610 360 600S560 690 640 720Z" fill="#332E28"/><path d="M1280 0V190C1170 220 1120 120 1010 130S860 60 830 0Z" fill="#332E28"/>
<rect x="300" y="52" width="680" height="346" rx="30" fill="${colour.ink}"/>
<svg x="318" y="70" width="644" height="310" viewBox="0 0 644 310"><rect width="644" height="310" rx="18" fill="${colour.honey}"/>
<circle cx="${330 + 60 * wave(t, 11)}" cy="150" r="76" fill="${colour.orange}"/><path d="M0 310V220C100 150 180 200 260 160S430 110 520 180L644 150V310Z" fill="${colour.leaf}"/><path d="M0 310V270C140 220 300 280 420 240S560 250 644 230V310Z" fill="${colour.green}"/>
<g transform="translate(${190 + 40 * wave(t, 7)} 92)" fill="none" stroke="${colour.ink}" stroke-width="7" stroke-linecap="round"><path d="M-30 ${-8 * wave(t, 0.8)}Q-14 -16 0 0Q14 -16 30 ${-8 * wave(t, 0.8)}"/></g>
<g opacity="${ramp(t, 7.6, 8.4)}"><rect x="182" y="244" width="280" height="46" rx="14" fill="${colour.ink}" opacity=".8"/>${label(322, 277, 30, "Bom dia, sabiá!", colour.cream)}</g></svg>
<circle cx="640" cy="225" r="58" fill="${colour.cream}" opacity="${0.94 * (1 - ramp(t, 2.6, 3.1)) + 0.94 * ramp(t, 5.6, 6.2) * (1 - ramp(t, 7, 7.5))}"/><path d="M622 195L672 225L622 255Z" fill="${colour.orange}" opacity="${1 - ramp(t, 2.6, 3.1) + ramp(t, 5.6, 6.2) * (1 - ramp(t, 7, 7.5))}"/>
<rect x="110" y="430" width="1060" height="250" rx="30" fill="${colour.ink}"/>
${repeat(3, (i) => `<circle cx="166" cy="${488 + i * 70}" r="20" fill="${[colour.orange, colour.honey, colour.leaf][i]}"/>`)}
${clip(220, 460, 250 - apart, colour.orange)}${clip(480 + apart, 460, 210, colour.rose)}${clip(700 + apart, 460, 300, colour.amber)}
${clip(320, 530, 420, colour.honey)}${clip(760, 530, 250, "#E9A93C")}
${sound(t)}
<rect x="${play - 3}" y="436" width="6" height="236" rx="3" fill="${colour.cream}"/><path d="M${play - 20} 430H${play + 20}V448L${play} 468L${play - 20} 448Z" fill="${colour.cream}"/>
${scissors(480 + apart / 2, 410, ramp(t, 3.4, 4) * (1 - ramp(t, 5.4, 6)), t)}`;
  },
};

function clip(x: number, y: number, width: number, fill: string): string {
  const frames = repeat(
    Math.floor(width / 52),
    (i) =>
      `<rect x="${x + 14 + i * 52}" y="${y + 14}" width="38" height="28" rx="6" fill="${colour.ink}" opacity=".16"/>`,
  );
  return `<rect x="${x}" y="${y}" width="${width}" height="56" rx="14" fill="${fill}"/>${frames}`;
}

function sound(t: number): string {
  const bars = repeat(62, (i) => {
    const height = 8 + 34 * Math.abs(Math.sin(i * 1.7) * Math.cos(i * 0.37 + 0.4 * wave(t, 4)));
    return `<rect x="${236 + i * 14}" y="${628 - height / 2}" width="7" height="${height}" rx="3.5" fill="${colour.cream}" opacity=".85"/>`;
  });
  return `<rect x="220" y="600" width="890" height="56" rx="14" fill="${colour.leaf}"/>${bars}`;
}

function scissors(x: number, y: number, shown: number, t: number): string {
  const open = 16 + 12 * wave(t, 0.7);
  const blade = (side: number) =>
    `<g transform="rotate(${side * open})"><path d="M-7 0L0 96L9 0Z" fill="${colour.cream}"/><circle cy="-34" cx="${side * -8}" r="26" fill="none" stroke="${colour.orange}" stroke-width="13"/></g>`;
  return `<g transform="translate(${x} ${y}) scale(${shown})">${blade(1)}${blade(-1)}</g>`;
}
