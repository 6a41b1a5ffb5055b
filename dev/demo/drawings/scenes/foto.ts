import { colour, cycle, mix, ramp, repeat, type Scene, wave } from "../paint";

/** A bay with its hill; the phone shows a part of it in full colour and looks for the best frame. */
export const foto: Scene = {
  slug: "fotografia-com-celular",
  title: "Fotografia com celular",
  steps: ["A regra dos terços", "A luz certa do dia", "Toque, foco e clique"],
  stillAt: 6.2,
  tune: { root: 185, notes: [0, 7, 4, 11, 12, 11, 7, 4] },
  draw: (t) => {
    const x = mix(mix(360, 560, ramp(t, 1.4, 4.4)), 500, ramp(t, 6.4, 7.4)) + 4 * wave(t, 2.4);
    const y = 62 + 4 * wave(t, 3.1);
    const flash = Math.max(0, 1 - Math.abs(cycle(t, 11) * 11 - 8.4) * 6);
    return `<defs><clipPath id="screen"><rect x="${x + 16}" y="${y + 18}" width="308" height="560" rx="34"/></clipPath></defs>
<g opacity=".38">${bay(t)}</g><rect width="1280" height="720" fill="${colour.sand}" opacity=".42"/>
<path d="M${x + 40} 720C${x + 10} 640 ${x - 40} 560 ${x - 34} 470C${x - 30} 420 ${x + 20} 430 ${x + 26} 480L${x + 60} 560H${x + 300}L${x + 316} 440C${x + 326} 400 ${x + 372} 404 ${x + 372} 450C${x + 376} 560 ${x + 350} 640 ${x + 330} 720Z" fill="${colour.skin}"/>
<rect x="${x}" y="${y}" width="340" height="596" rx="52" fill="${colour.ink}"/>
<g clip-path="url(#screen)">${bay(t)}
<g stroke="${colour.cream}" stroke-width="3" opacity=".7">${repeat(2, (i) => `<path d="M${x + 118 + i * 103} ${y + 18}V${y + 578}M${x + 16} ${y + 205 + i * 187}H${x + 324}"/>`)}</g>
<rect x="${x + 16}" y="${y + 18}" width="308" height="560" fill="#fff" opacity="${flash}"/></g>
${focus(x + 222, y + 212, 1 + 0.05 * wave(t, 1.4))}
<circle cx="${x + 170}" cy="${y + 520}" r="38" fill="none" stroke="${colour.cream}" stroke-width="8"/><circle cx="${x + 170}" cy="${y + 520}" r="${26 - 6 * flash}" fill="${colour.cream}"/>
<path d="M${x - 34} 470C${x - 30} 424 ${x + 22} 424 ${x + 28} 470L${x + 40} 540C${x + 20} 600 ${x - 20} 560 ${x - 34} 470Z" fill="${colour.skin}"/>
${repeat(3, (i) => `<rect x="${x + 312}" y="${y + 318 + i * 66}" width="72" height="52" rx="26" fill="${colour.skin}" stroke="#A5653D" stroke-width="4"/>`)}`;
  },
};

function bay(t: number): string {
  return `<rect width="1280" height="720" fill="${colour.honey}"/><rect y="190" width="1280" height="240" fill="#FAD79A"/>
<circle cx="820" cy="272" r="${96 + 3 * wave(t, 4)}" fill="${colour.orange}"/>
<path d="M560 430C590 300 640 170 706 166C768 164 790 320 850 430Z" fill="${colour.green}"/>
<path d="M400 430C450 370 520 340 590 372L660 430Z" fill="${colour.leaf}"/><path d="M0 430C80 300 180 300 250 366S400 380 440 430Z" fill="${colour.green}"/>
<path d="M820 430C900 350 1010 330 1090 372S1230 330 1280 360V430Z" fill="${colour.leaf}"/>
<rect y="426" width="1280" height="170" fill="${colour.teal}"/>
${repeat(9, (i) => `<path d="M${60 + i * 140 + 14 * wave(t, 3, i / 4)} ${462 + (i % 4) * 30}h${60 + (i % 3) * 26}" stroke="#F9C98A" stroke-width="7" stroke-linecap="round" opacity=".75"/>`)}
<path d="M0 590C280 560 460 620 700 596S1100 570 1280 600V720H0Z" fill="#F3DDB3"/>
<g transform="translate(${610 + 20 * wave(t, 6)} 470)"><path d="M-46 20H46L30 42H-30Z" fill="${colour.ink}"/><path d="M0 14V-64L42 10Z" fill="${colour.cream}"/></g>`;
}

function focus(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-46 -22V-46H-22M22 -46H46V-22M46 22V46H22M-22 46H-46V22" fill="none" stroke="${colour.honey}" stroke-width="8" stroke-linecap="round"/></g>`;
}
