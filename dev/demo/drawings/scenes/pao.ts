import { backdrop, colour, mix, ramp, repeat, type Scene, shadow, steam, wave } from "../paint";

/** A round loaf that rises on its board, still steaming. */
export const pao: Scene = {
  slug: "pao-de-fermentacao-natural",
  title: "Pão de fermentação natural",
  steps: ["Alimentar o fermento", "Sovar e deixar crescer", "Corte, forno e casca"],
  stillAt: 9,
  tune: { root: 174.61, notes: [0, 5, 9, 12, 9, 5, 7, 4] },
  draw: (t) => {
    const rise = mix(0.82, 1, ramp(t, 1, 6)) + 0.006 * wave(t, 2.2);
    return `${backdrop("#EFD9B4", "#FAEBCF", "#E6C998", [640, 350, 312])}
<path d="M180 640C330 560 950 560 1110 640L1150 720H130Z" fill="${colour.cream}"/>
${repeat(7, (i) => `<path d="M${250 + i * 126} 720L${300 + i * 110} 600" stroke="${colour.orange}" stroke-width="9" opacity=".5"/>`)}
${shadow(640, 640, 900)}
<rect x="222" y="572" width="836" height="58" rx="29" fill="${colour.bark}"/><rect x="222" y="560" width="836" height="54" rx="27" fill="${colour.wood}"/>
<path d="M280 582H640M700 594H960" stroke="${colour.bark}" stroke-width="5" stroke-linecap="round" opacity=".45"/>
${wheat(246, 470, -18, t)}${wheat(206, 500, -40, t + 1)}${wheat(1040, 470, 20, t)}${wheat(1084, 500, 42, t + 1)}
<g transform="translate(640 568) scale(1 ${rise})">
<clipPath id="loaf"><path d="${loaf}"/></clipPath><path d="${loaf}" fill="${colour.crust}"/><g clip-path="url(#loaf)">
<path d="M-330 20C-394 -116 -290 -300 -110 -320C-232 -196 -208 -74 30 -40C140 -26 250 -20 312 0Q0 26 -312 0Z" fill="#B8722F" opacity=".8"/>
<path d="M120 -288C210 -262 286 -196 300 -116C262 -196 200 -246 120 -288Z" fill="#EDBB7C"/>
</g>${cuts()}
${repeat(26, (i) => `<circle cx="${-250 + ((i * 137) % 500)}" cy="${-70 - ((i * 83) % 170)}" r="${2 + (i % 3)}" fill="${colour.cream}" opacity=".85"/>`)}
</g>
${steam(520, 222, t, "#E8B56E")}${steam(640, 200, t + 0.7, "#E8B56E")}${steam(766, 222, t + 1.3, "#E8B56E")}`;
  },
};

const loaf = "M-312 0C-374 -116 -246 -306 0 -308C246 -306 374 -116 312 0Q0 26 -312 0Z";

/** An ear of wheat, cut into the crust. */
function cuts(): string {
  const sides = repeat(4, (i) => {
    const y = -70 - i * 50;
    return slit(22, y, 150 - i * 20, -34) + slit(-22, y - 6, 150 - i * 20, 214);
  });
  return `${sides}${slit(0, -24, 272, -90)}`;
}

/** A cut that opened in the oven: pale inside, dark at its lips. */
function slit(x: number, y: number, length: number, angle: number): string {
  const lens = "M0 0C.3 -.16 .7 -.16 1 0C.7 .14 .3 .14 0 0Z";
  return `<g transform="translate(${x} ${y}) rotate(${angle})"><path transform="scale(${length} ${length * 0.3 + 62})" d="${lens}" fill="${colour.bark}"/><path transform="translate(12 0) scale(${length - 26} ${length * 0.22 + 36})" d="${lens}" fill="#F8E3BC"/></g>`;
}

function wheat(x: number, y: number, angle: number, t: number): string {
  const turn = angle + 2.5 * wave(t, 3.2);
  return `<g transform="translate(${x} ${y + 100}) rotate(${turn})"><path d="M0 0V-300" stroke="${colour.amber}" stroke-width="8" stroke-linecap="round"/>
${repeat(5, (i) => grain(-150 - i * 36))}<ellipse cy="-336" rx="12" ry="27" fill="${colour.amber}"/></g>`;
}

function grain(y: number): string {
  return `<ellipse cx="-17" cy="${y}" rx="12" ry="26" fill="${colour.amber}" transform="rotate(-28 -17 ${y})"/><ellipse cx="17" cy="${y}" rx="12" ry="26" fill="#E07A18" transform="rotate(28 17 ${y})"/>`;
}
