import { classNames } from "./class-names";
import { LogoShapes } from "./logo";

/** The bird on its branch, singing lessons into the world: the landing page's drawing. Decoration. */
export function SingingBird({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 420" aria-hidden="true" className={classNames("h-auto w-full", className)}>
      <circle cx="276" cy="196" r="164" className="fill-primary-soft" />
      <circle cx="276" cy="196" r="116" className="fill-bird-beak opacity-40" />
      <g fill="none" strokeLinecap="round" className="stroke-bird-back">
        <path d="M36 366C120 350 200 346 270 344S400 336 462 312" strokeWidth="11" />
        <path d="M372 334c22 12 40 16 62 34" strokeWidth="7" />
        <path d="M110 352c-14-16-22-26-40-34" strokeWidth="6" />
      </g>
      <g className="fill-bird-back">
        <path d="M432 366c20-8 38 0 44 18-20 8-38 0-44-18z" />
        <path d="M70 318c-22 2-38-10-40-30 20-2 38 10 40 30z" />
        <path d="M330 340c4 22 22 36 44 32-4-22-22-34-44-32z" />
        <path d="M150 349c-6 20-24 32-44 26 6-20 24-32 44-26z" />
      </g>
      <g className="fill-bird-breast">
        <path d="M452 314c2-22 18-34 20-34 8 16 2 32-20 34z" />
        <path d="M424 326c-12-16-10-34-3-40 14 8 16 24 3 40z" />
      </g>
      <path
        d="M247 300l-6 44m36-44v42"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
        className="stroke-bird-beak"
      />
      <g transform="translate(116 60) scale(4.3)">
        <LogoShapes />
      </g>
      <Lesson x={92} y={42} scale={1.3} turn={-9} />
      <Lesson x={40} y={128} scale={1} turn={7} />
      <Lesson x={66} y={208} scale={0.75} turn={-5} />
      <path
        d="M108 108c-6-3-12-8-16-14M104 152c-6 0-11-1-16-2M112 188c-4 5-9 9-14 12"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        className="stroke-bird-breast"
      />
    </svg>
  );
}

/** A small screen with a play mark; its place is its centre. */
function Lesson({ x, y, scale, turn }: { x: number; y: number; scale: number; turn: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn}) scale(${scale})`}>
      <rect
        x="-29"
        y="-20"
        width="58"
        height="40"
        rx="9"
        strokeWidth="1.5"
        className="fill-surface stroke-line"
      />
      <path
        d="M-6-9v18l15-9z"
        strokeWidth="3"
        strokeLinejoin="round"
        className="fill-primary stroke-primary"
      />
    </g>
  );
}
