import type { ColourToken } from "~/brand";
import { classNames } from "../looks";
import { BirdShapes, fills } from "../page-frame/logo";
import { birdPlace, branchShapes, stavePath, sun } from "./song-shapes";

const phoneStave = (n: number) =>
  `M870 ${514 + n}C800 ${520 + 3 * n} 750 ${576 + 9 * n} 700 ${640 + 12 * n}S600 ${760 + 15 * n} 470 ${770 + 17 * n} 100 ${720 + 22 * n}-300 ${690 + 30 * n}`;

// In full, so that Tailwind finds them.
const strokes: Partial<Record<ColourToken, string>> = {
  "bird-back": "stroke-bird-back",
  "bird-beak": "stroke-bird-beak",
};

/** The landing page's drawing, 1280 × 1000, placed by `landing.css`. */
export function SingingBird() {
  return (
    <svg viewBox="0 0 1280 1000" aria-hidden="true" className="hero-art">
      <circle cx={sun.x} cy={sun.y} r={sun.outer} className="fill-dawn max-lg:[r:251px]" />
      <circle cx={sun.x} cy={sun.y} r={sun.inner} className="fill-sun max-lg:[r:182px]" />
      <Stave path={stavePath} className="max-lg:hidden" />
      <Stave path={[0, 1, 2, 3, 4].map(phoneStave).join("")} className="lg:hidden" />
      {branchShapes.map(({ token, path, line }) => (
        <path
          key={path}
          d={path}
          {...(line && { fill: "none", strokeWidth: line, strokeLinecap: "round" })}
          className={(line ? strokes : fills)[token]}
        />
      ))}
      <g transform={`translate(${birdPlace.x} ${birdPlace.y}) scale(${birdPlace.scale})`}>
        <BirdShapes beak="open" />
      </g>
    </svg>
  );
}

function Stave({ path, className }: { path: string; className: string }) {
  return (
    <path
      d={path}
      fill="none"
      strokeWidth="2"
      className={classNames("stroke-bird-breast opacity-60", className)}
    />
  );
}
