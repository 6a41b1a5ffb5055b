import { backdrop, colour, label, ramp, repeat, type Scene, shadow } from "../paint";

/** Moment at which each quarter comes to the plate. */
const arrives = [0.8, 3, 5.2];

/** Three quarters of a pizza, piece by piece, and the number that says the same. */
export const fracoes: Scene = {
  slug: "matematica-fracoes",
  title: "Matemática: frações",
  steps: ["Partes de um todo", "Numerador e denominador", "Frações equivalentes"],
  stillAt: 8.2,
  tune: { root: 207.65, notes: [0, 4, 7, 12, 7, 4, 5, 7] },
  draw: (t) => {
    const count = arrives.filter((moment) => t >= moment + 0.3).length;
    return `${backdrop(colour.cream, colour.sand, "#F6E6CC", [410, 370, 316])}
<g transform="translate(-30 0)"><circle cx="440" cy="372" r="282" fill="#fff"/><circle cx="440" cy="372" r="282" fill="none" stroke="#EBD9BB" stroke-width="10"/>${shadow(440, 676, 560)}
${repeat(3, (i) => `<g opacity="${ramp(t, (arrives[i] ?? 0) - 0.5, arrives[i] ?? 0)}" transform="translate(${move(i, t)})">${quarter(i * 90)}</g>`)}
<path d="M440 372L440 122A250 250 0 0 0 190 372Z" fill="none" stroke="${colour.rose}" stroke-width="7" stroke-dasharray="20 16"/></g>
<g transform="translate(${120 * (1 - ramp(t, 0.6, 1.6))} 0)">
<rect x="850" y="124" width="330" height="472" rx="60" fill="${colour.green}"/>
${label(1015, 322, 214, String(count), colour.honey)}<rect x="918" y="352" width="194" height="20" rx="10" fill="${colour.cream}"/>${label(1015, 552, 214, "4", colour.cream)}</g>
<g fill="${colour.orange}"><rect x="754" y="340" width="62" height="18" rx="9"/><rect x="754" y="380" width="62" height="18" rx="9"/></g>`;
  },
};

function move(index: number, t: number): string {
  const away = 1 - ramp(t, (arrives[index] ?? 0) - 0.5, (arrives[index] ?? 0) + 0.5);
  const [x, y] = [
    [1, -1],
    [1, 1],
    [-1, 1],
  ][index] ?? [0, 0];
  return `${((x ?? 0) * (130 * away + 7)).toFixed(1)} ${((y ?? 0) * (130 * away + 7)).toFixed(1)}`;
}

function quarter(angle: number): string {
  return `<g transform="rotate(${angle} 440 372)"><path d="M440 372V122A250 250 0 0 1 690 372Z" fill="${colour.wood}"/>
<path d="M440 372V150A222 222 0 0 1 662 372Z" fill="${colour.orange}"/><path d="M440 372V164A208 208 0 0 1 648 372Z" fill="${colour.honey}"/>
${repeat(3, (i) => `<circle cx="${[498, 592, 512][i]}" cy="${[218, 298, 322][i]}" r="31" fill="${colour.orange}"/><circle cx="${[492, 586, 506][i]}" cy="${[212, 292, 316][i]}" r="9" fill="#C9431D"/>`)}
<path d="M466 276c16 -22 40 -20 46 -6c-14 16 -34 18 -46 6ZM546 258c-4 -24 12 -40 26 -38c4 20 -8 38 -26 38ZM590 350c18 -16 38 -12 42 2c-16 12 -34 10 -42 -2Z" fill="${colour.leaf}"/>
<path d="M440 372V122M440 372H690" stroke="#fff" stroke-width="7"/></g>`;
}
