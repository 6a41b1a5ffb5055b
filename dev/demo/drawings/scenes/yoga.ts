import { colour, leaf, mix, ramp, repeat, type Scene, shadow, wave } from "../paint";

/** Someone in the lotus pose before a rising sun that breathes with them. */
export const yoga: Scene = {
  slug: "yoga-em-15-minutos",
  title: "Yoga em 15 minutos",
  steps: ["Respirar e chegar", "Alongar sem pressa", "Descansar no final"],
  stillAt: 7.2,
  tune: { root: 130.81, notes: [0, 7, 12, 16, 19, 16, 12, 7] },
  draw: (t) => {
    const breath = wave(t, 4.4);
    const arms = ramp(t, 3.2, 5) * (1 - ramp(t, 8, 9.6));
    return `<rect width="1280" height="720" fill="#F9D9B0"/>
${repeat(4, (i) => `<circle cx="640" cy="${mix(420, 330, ramp(t, 0, 5))}" r="${480 - i * 78 + breath * (12 - i * 2)}" fill="${["#F8CF9C", "#F7BF7E", "#F4A758", colour.amber][i]}"/>`)}
<path d="M0 560C180 480 330 520 470 540S880 500 1010 520S1210 470 1280 500V720H0Z" fill="${colour.leaf}"/><path d="M0 620C260 570 520 610 700 600S1090 570 1280 610V720H0Z" fill="${colour.green}"/>
${plant(170, 622, t, 1)}${plant(1112, 616, t + 1, -1)}
${shadow(640, 668, 640)}<rect x="300" y="628" width="680" height="36" rx="18" fill="${colour.orange}"/><rect x="300" y="628" width="680" height="14" rx="7" fill="#F0764F"/>
<g transform="translate(640 ${632 - 3 * breath}) scale(1.06)">
${arm(-1, arms, breath)}${arm(1, arms, breath)}
<path d="M-92 -30C-96 -120 -104 -180 -74 -226C-50 -256 50 -256 74 -226C104 -180 96 -120 92 -30Z" fill="${colour.cream}"/>
<path d="M-92 -30C-94 -84 -98 -124 -94 -160C-40 -100 60 -60 92 -40V-30Z" fill="#E9DCC4"/>
<path d="M-24 -236L-20 -284H20L24 -236C14 -216 -14 -216 -24 -236Z" fill="#A5653D"/>
<circle cy="${-326}" r="58" fill="${colour.skin}"/><path d="M-60 -322C-70 -400 70 -400 60 -322C48 -362 20 -366 0 -366S-48 -362 -60 -322Z" fill="${colour.ink}"/><circle cy="-400" r="29" fill="${colour.ink}"/>
<path d="M-30 -322q10 9 20 0M10 -322q10 9 20 0" fill="none" stroke="${colour.ink}" stroke-width="5" stroke-linecap="round"/><path d="M-12 -298q12 10 24 0" fill="none" stroke="${colour.ink}" stroke-width="5" stroke-linecap="round"/>
<path d="M-60 -62C-190 -74 -250 -40 -262 -14C-270 8 -226 12 -190 8L60 0Z" fill="${colour.teal}"/><path d="M60 -62C190 -74 250 -40 262 -14C270 8 226 12 190 8L-60 0Z" fill="#357F87"/>
<path d="M-60 4C-110 -8 -150 -34 -90 -44C-30 -50 60 -30 120 -6Q150 8 110 10Z" fill="${colour.teal}"/>
<ellipse cx="132" cy="-2" rx="40" ry="17" fill="${colour.skin}" transform="rotate(10 132 -2)"/><ellipse cx="-128" cy="0" rx="40" ry="16" fill="${colour.skin}" transform="rotate(-8 -128 0)"/>
${arms < 0.5 ? hands() : ""}</g>`;
  },
};

function arm(side: number, raised: number, breath: number): string {
  const elbow = [side * mix(150, 128, raised), mix(-118, -330, raised)];
  const hand = [side * mix(206, 8, raised), mix(-52, -478 - 4 * breath, raised)];
  return `<path d="M${side * 66} -216Q${elbow[0]} ${elbow[1]} ${hand[0]} ${hand[1]}" fill="none" stroke="${colour.skin}" stroke-width="34" stroke-linecap="round"/>`;
}

function hands(): string {
  return repeat(2, (i) => `<circle cx="${i ? 210 : -210}" cy="-52" r="19" fill="${colour.skin}"/>`);
}

function plant(x: number, y: number, t: number, side: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${2.5 * wave(t, 4)})">${repeat(7, (i) => leaf(0, 0, 240 - Math.abs(i - 3) * 26, -90 + side * (i - 3) * 22, i % 2 ? "#2B6A4E" : colour.green))}</g>`;
}
