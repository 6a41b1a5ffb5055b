import { brandName, type ColourToken, logoGrid, logoShapes } from "~/brand";
import { openBeak } from "../drawings/song-shapes";
import { classNames } from "../looks";

// In full, so that Tailwind finds them.
export const fills: Partial<Record<ColourToken, string>> = {
  "bird-back": "fill-bird-back",
  "bird-breast": "fill-bird-breast",
  "bird-wing": "fill-bird-wing",
  "bird-beak": "fill-bird-beak",
  "bird-eye": "fill-bird-eye",
};

export function LogoMark({ className = "size-9" }: { className?: string }) {
  return (
    <svg
      viewBox={`0 0 ${logoGrid} ${logoGrid}`}
      aria-hidden="true"
      className={classNames("shrink-0", className)}
    >
      <BirdShapes />
    </svg>
  );
}

export function BirdShapes({ beak = "closed" }: { beak?: "closed" | "open" }) {
  return logoShapes.map(({ token, path }) => (
    <path
      key={path}
      d={beak === "open" && token === "bird-beak" ? openBeak : path}
      className={fills[token]}
    />
  ));
}

export function Logo({ className, markClassName }: { className?: string; markClassName?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <LogoMark className={markClassName} />
      <span className="font-display text-2xl font-extrabold tracking-tight">{brandName}</span>
    </span>
  );
}
