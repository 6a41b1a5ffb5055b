import { classNames } from "../class-names";
import { BirdShapes } from "../page-frame/logo";

/** The five lines of the stave from the beak to the left edge: on wide screens, and on a phone. */
const staves = {
  wide: (n: number) =>
    `M870 ${514 + n}C790 ${524 + 2 * n} 735 ${566 + 8 * n} 640 ${606 + 15 * n}S430 ${676 + 24 * n} 253 ${694 + 28 * n}-150 ${690 + 36 * n}-900 ${640 + 40 * n}`,
  phone: (n: number) =>
    `M870 ${514 + n}C800 ${520 + 3 * n} 750 ${576 + 9 * n} 700 ${640 + 12 * n}S600 ${760 + 15 * n} 470 ${770 + 17 * n} 100 ${720 + 22 * n}-300 ${690 + 30 * n}`,
};

/**
 * The landing page's drawing: the bird before the sun, its beak open, a stave running from it to the left edge. 1280 ×
 * 1000; the stylesheet `landing.css` places it, and covers on the stave. Decoration.
 */
export function SingingBird() {
  return (
    <svg viewBox="0 0 1280 1000" aria-hidden="true" className="hero-art">
      <circle cx="1046" cy="571" r="293" className="fill-dawn max-lg:[r:251px]" />
      <circle cx="1046" cy="571" r="212" className="fill-sun max-lg:[r:182px]" />
      <Stave path={staves.wide} className="max-lg:hidden" />
      <Stave path={staves.phone} className="lg:hidden" />
      <g fill="none" strokeLinecap="round" className="stroke-bird-back">
        <path d="M703 844C810 814 900 801 1000 794S1190 786 1300 742 1700 620 1980 560" strokeWidth="13" />
        <path d="M795 815c-16-14-32-24-52-31M1197 784c18 8 34 16 60 30" strokeWidth="7" />
      </g>
      <path
        d="M745 787c-26-1-48-16-50.500-38 24 0 46 14 50.500 38zM877 813c-8 18-28 31-55 26.500 4-16 10-24 16-27zM1132 791c4 20 24 39 54 35-2-16-10-30-23-38zM1257 812c8 18 24 34 56 36-2-24-30-38-56-36z"
        className="fill-bird-back"
      />
      <g className="fill-bird-breast">
        <circle cx="1200" cy="741" r="15" />
        <circle cx="1238" cy="811" r="20" />
      </g>
      <path
        d="M1195 736m-3.500 0a3.500 3.500 0 1 0 7 0 3.500 3.500 0 1 0-7 0M1231 804m-4.500 0a4.500 4.500 0 1 0 9 0 4.500 4.500 0 1 0-9 0"
        className="fill-bird-beak"
      />
      <path
        d="M1008 745l-6.500 51m49-54v50"
        fill="none"
        strokeWidth="7.500"
        strokeLinecap="round"
        className="stroke-bird-beak"
      />
      <g transform="translate(806 391) scale(6.3)">
        <BirdShapes beak="open" />
      </g>
    </svg>
  );
}

function Stave({ path, className }: { path: (line: number) => string; className: string }) {
  return (
    <path
      d={[0, 1, 2, 3, 4].map(path).join("")}
      fill="none"
      strokeWidth="2"
      className={classNames("stroke-bird-breast opacity-60", className)}
    />
  );
}
