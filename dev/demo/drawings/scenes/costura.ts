import { backdrop, colour, cycle, type Scene, shadow, wave } from "../paint";

/** A sewing machine at work: the needle goes up and down, the stitched cloth moves on. */
export const costura: Scene = {
  slug: "costura-basica",
  title: "Costura básica",
  steps: ["Passar a linha", "O ponto reto", "A primeira bainha"],
  stillAt: 3.1,
  tune: { root: 233.08, notes: [0, 3, 7, 10, 12, 10, 7, 3] },
  draw: (t) => {
    const moved = cycle(t, 0.5) * 48;
    const needle = 26 * wave(t, 0.5);
    return `${backdrop(colour.rose, "#FAD8C3", "#EFA787", [640, 350, 306])}
${shadow(640, 656, 980)}
<rect x="120" y="590" width="1040" height="54" rx="27" fill="${colour.bark}"/><rect x="120" y="576" width="1040" height="52" rx="26" fill="${colour.wood}"/>
<g><path d="M290 576V530Q290 506 314 506H1010Q1034 506 1034 530V576Z" fill="${colour.green}"/>
<path d="M846 510V300H420V352Q420 372 400 372H356Q316 372 316 332V252Q316 160 408 160H910Q1010 160 1010 260V510Z" fill="${colour.leaf}"/>
<path d="M316 252Q316 160 408 160H910Q1010 160 1010 260V300H846H420H316Z" fill="#4C9B6D"/>
<rect x="470" y="206" width="260" height="26" rx="13" fill="${colour.cream}" opacity=".85"/><circle cx="792" cy="219" r="22" fill="${colour.honey}"/>
<circle cx="1030" cy="262" r="66" fill="${colour.ink}"/><circle cx="1030" cy="262" r="46" fill="${colour.honey}"/><path d="M1030 262L${1030 + 40 * wave(t, 1)} ${262 + 40 * wave(t, 1, 0.25)}" stroke="${colour.ink}" stroke-width="12" stroke-linecap="round"/>
<circle cx="930" cy="410" r="34" fill="${colour.cream}"/><circle cx="930" cy="410" r="14" fill="${colour.orange}"/></g>
${spool(512, 160)}
<path d="M512 96C430 60 352 120 366 250V372" fill="none" stroke="${colour.orange}" stroke-width="5"/>
<rect x="352" y="360" width="32" height="54" rx="8" fill="${colour.ink}"/>
<path d="M368 ${404 + needle}V${494 + needle}" stroke="#8D8D86" stroke-width="9" stroke-linecap="round"/><path d="M334 496H402" stroke="${colour.ink}" stroke-width="13" stroke-linecap="round"/>
<path d="M96 506H700V546C560 566 330 540 200 578C150 592 118 640 90 676L30 612C60 560 70 520 96 506Z" fill="${colour.orange}"/>
<path d="M96 506H700V520H90Z" fill="#C9431D"/>
<path d="M372 534C300 536 240 540 190 556C140 572 106 612 78 646" fill="none" stroke="${colour.cream}" stroke-width="8" stroke-linecap="round" stroke-dasharray="28 20" stroke-dashoffset="${-moved}"/>
${button(1090, 540, colour.honey)}${button(1130, 486, colour.cream)}${button(186, 420 + 3 * wave(t, 2), colour.cream)}`;
  },
};

function spool(x: number, y: number): string {
  return `<rect x="${x - 42}" y="${y - 18}" width="84" height="18" rx="8" fill="${colour.bark}"/><rect x="${x - 34}" y="${y - 84}" width="68" height="66" rx="8" fill="${colour.orange}"/>
<path d="M${x - 34} ${y - 66}h68M${x - 34} ${y - 50}h68M${x - 34} ${y - 34}h68" stroke="#C9431D" stroke-width="5"/><rect x="${x - 42}" y="${y - 102}" width="84" height="18" rx="8" fill="${colour.bark}"/>`;
}

function button(x: number, y: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="32" fill="${fill}"/><circle cx="${x}" cy="${y}" r="21" fill="none" stroke="${colour.ink}" stroke-width="4" opacity=".35"/>
<g fill="${colour.ink}"><circle cx="${x - 7}" cy="${y - 7}" r="4"/><circle cx="${x + 7}" cy="${y - 7}" r="4"/><circle cx="${x - 7}" cy="${y + 7}" r="4"/><circle cx="${x + 7}" cy="${y + 7}" r="4"/></g>`;
}
