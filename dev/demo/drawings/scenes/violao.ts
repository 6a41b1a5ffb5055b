import { backdrop, colour, cycle, repeat, type Scene, wave } from "../paint";

const body =
  "M0 -62C86 -74 132 -22 122 40C114 84 98 92 110 130C152 168 188 230 168 302C148 382 72 402 0 402S-148 382 -168 302C-188 230 -152 168 -110 130C-98 92 -114 84 -122 40C-132 -22 -86 -74 0 -62Z";

/** A guitar across the picture; its strings swing one after the other. */
export const violao: Scene = {
  slug: "violao-para-iniciantes",
  title: "Violão para iniciantes",
  steps: ["Como segurar o violão", "Os três primeiros acordes", "A batida, devagar"],
  stillAt: 4.3,
  tune: { root: 164.81, notes: [0, 7, 12, 15, 19, 15, 12, 7] },
  draw: (t) => `${backdrop(colour.amber, colour.honey, "#E67C18", [620, 370, 312])}
${repeat(3, (i) => note(916 + i * 122, 532 - i * 98 + 16 * wave(t, 2.4, i / 3), 1.08 - i * 0.14))}${note(228, 236 + 14 * wave(t, 2.4, 0.6), 0.9)}
<g transform="translate(586 398) rotate(58) scale(.84)">
<path d="${body}" fill="${colour.ink}" opacity=".14" transform="translate(20 -14)"/>
<path d="${body}" fill="${colour.wood}"/>
<path d="${body}" fill="none" stroke="${colour.bark}" stroke-width="13"/>
<path d="M52 66C104 90 98 128 118 166C90 192 66 176 52 150Z" fill="${colour.bark}" opacity=".5"/>
<rect x="-27" y="-440" width="54" height="470" rx="6" fill="${colour.bark}"/>
${repeat(11, (i) => `<rect x="-27" y="${-418 + i * (48 - i * 1.4)}" width="54" height="4" fill="${colour.honey}" opacity=".85"/>`)}
${repeat(3, (i) => `<circle cy="${[-302, -216, -136][i]}" r="7" fill="${colour.cream}"/>`)}
<path d="M-27 -440L-42 -560Q0 -590 42 -560L27 -440Z" fill="${colour.ink}"/>
${repeat(6, (i) => `<rect x="${i < 3 ? -66 : 40}" y="${-545 + (i % 3) * 36}" width="26" height="15" rx="7" fill="${colour.cream}"/>`)}
<circle cy="108" r="66" fill="${colour.orange}"/><circle cy="108" r="53" fill="${colour.ink}"/>
<rect x="-72" y="282" width="144" height="28" rx="12" fill="${colour.ink}"/>
${repeat(6, (i) => string(i, t))}
</g>`,
};

function string(index: number, t: number): string {
  const x = -19 + index * 7.6;
  const since = cycle(t, 2.4, -index / 8) * 2.4;
  const swing = 13 * Math.exp(-2.6 * since) * Math.sin(since * 42);
  const wider = x * 1.45;
  return `<path d="M${x} -442Q${x + swing} -80 ${wider} 292" fill="none" stroke="${colour.cream}" stroke-width="${3.4 - index * 0.3}"/>`;
}

function note(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size}) rotate(8)" fill="${colour.cream}">
<ellipse rx="30" ry="22" transform="rotate(-20)"/><rect x="20" y="-120" width="10" height="118"/><path d="M20 -120C40 -88 74 -92 66 -44C60 -66 40 -72 30 -72L20 -84Z"/></g>`;
}
