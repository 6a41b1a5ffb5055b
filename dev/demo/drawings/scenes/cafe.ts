import { backdrop, colour, cycle, mix, ramp, repeat, type Scene, shadow, steam, wave } from "../paint";

/** Coffee through a cloth filter: water in above, coffee out below, the pot fills. */
export const cafe: Scene = {
  slug: "cafe-coado",
  title: "Café coado",
  steps: ["A moagem certa", "Água quente, sem ferver", "Despejar em círculos"],
  stillAt: 8.6,
  tune: { root: 155.56, notes: [0, 4, 7, 9, 12, 9, 7, 4] },
  draw: (t) => {
    const level = mix(606, 486, ramp(t, 1, 9.5));
    return `${backdrop("#C9603A", "#E08152", "#B9522E", [600, 370, 312])}
${shadow(620, 664, 980)}<rect x="150" y="630" width="980" height="40" rx="20" fill="${colour.bark}"/><rect x="150" y="620" width="980" height="40" rx="20" fill="#8F5632"/>
<path d="M470 396H730L768 590Q774 624 738 624H462Q426 624 432 590Z" fill="${colour.cream}" opacity=".5"/>
<path d="M${mix(434, 452, (606 - level) / 210)} ${level}H${mix(766, 748, (606 - level) / 210)}L766 592Q770 616 738 616H462Q430 616 434 592Z" fill="#4A2613"/>
<ellipse cx="600" cy="${level}" rx="${mix(166, 148, (606 - level) / 210)}" ry="9" fill="#6B3A1E"/>
<path d="M756 440C850 430 850 560 764 566" fill="none" stroke="${colour.cream}" stroke-width="20" opacity=".75"/>
<rect x="456" y="384" width="288" height="26" rx="13" fill="${colour.ink}"/>
<path d="M452 190H748L652 372Q640 392 618 392H582Q560 392 548 372Z" fill="${colour.cream}"/><path d="M640 190H748L652 372Q640 392 618 392H604Z" fill="#E9DCC4"/>
<rect x="424" y="168" width="352" height="34" rx="17" fill="${colour.wood}"/><ellipse cx="600" cy="178" rx="140" ry="10" fill="#4A2613"/>
<path d="M776 184H872" stroke="${colour.wood}" stroke-width="24" stroke-linecap="round"/>
${repeat(2, (i) => drop(t, i))}
${kettle(t)}${cup(t)}${bean(950, 602, -20)}${bean(1006, 608, 30)}${bean(898, 608, 60)}${bean(962, 574, 12)}
${steam(250, 440, t, colour.cream)}${steam(316, 440, t + 1, colour.cream)}`;
  },
};

function drop(t: number, index: number): string {
  const fall = cycle(t, 0.8, index / 2);
  return `<ellipse cx="600" cy="${406 + fall * 150}" rx="7" ry="${11 + fall * 5}" fill="#4A2613"/>`;
}

function kettle(t: number): string {
  const sway = 14 * wave(t, 2.4);
  return `<path d="M${640 + sway} 74C${622 + sway} 96 ${612 + sway} 132 ${610 + sway} 176" fill="none" stroke="#CDE5E6" stroke-width="12" stroke-linecap="round" opacity="${ramp(t, 0.6, 1.2)}"/>
<g transform="translate(${sway} 0)"><path d="M640 70C720 40 740 190 876 206" fill="none" stroke="${colour.green}" stroke-width="24" stroke-linecap="round"/>
<path d="M1100 104C1206 92 1206 262 1096 250" fill="none" stroke="${colour.ink}" stroke-width="24" stroke-linecap="round"/>
<path d="M864 92H1090L1128 262Q1132 284 1110 284H844Q822 284 826 262Z" fill="${colour.green}"/><path d="M1006 92H1090L1128 262Q1132 284 1110 284H1036Z" fill="#17402F" opacity=".7"/>
<rect x="878" y="68" width="198" height="32" rx="16" fill="${colour.leaf}"/><circle cx="977" cy="56" r="18" fill="${colour.honey}"/></g>`;
}

function cup(t: number): string {
  return `<path d="M366 508C428 500 428 580 352 582" fill="none" stroke="${colour.honey}" stroke-width="18"/><path d="M192 470H374L356 596Q352 624 324 624H242Q214 624 210 596Z" fill="${colour.honey}"/><path d="M300 470H374L356 596Q352 624 324 624H290Z" fill="#E5A83E" opacity=".8"/>
<ellipse cx="283" cy="472" rx="91" ry="${14 + 0.6 * wave(t, 2)}" fill="#4A2613"/>`;
}

function bean(x: number, y: number, angle: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><ellipse rx="24" ry="16" fill="#4A2613"/><path d="M-22 0Q-6 -8 0 0T22 0" fill="none" stroke="${colour.wood}" stroke-width="4"/></g>`;
}
