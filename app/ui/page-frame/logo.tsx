import { brandName, type ColourToken, logoGrid, logoShapes } from "~/brand";
import { classNames } from "../class-names";

// Written out whole, so that Tailwind finds them.
const fills: Partial<Record<ColourToken, string>> = {
  "bird-back": "fill-bird-back",
  "bird-breast": "fill-bird-breast",
  "bird-wing": "fill-bird-wing",
  "bird-beak": "fill-bird-beak",
  "bird-eye": "fill-bird-eye",
};

/** The bird alone, as decoration. */
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

/** The open beak on the bird's grid, instead of the closed one. */
const openBeak =
  "M12.2 14.6 3.1 13.500C1.8 13.3 1.500 14.700 2.6 15.400L10.700 21zM10.500 21.400 4.700 24.300C3.700 24.800 3.900 26.200 5 26.200L11.100 27z";

/** The bird's shapes on their grid, for a drawing that it is part of. */
export function BirdShapes({ beak = "closed" }: { beak?: "closed" | "open" }) {
  return logoShapes.map(({ token, path }) => (
    <path
      key={path}
      d={beak === "open" && token === "bird-beak" ? openBeak : path}
      className={fills[token]}
    />
  ));
}

/** The bird and the name, in the colour of the text around it. Its accessible name is the brand's. */
export function Logo({ className, markClassName }: { className?: string; markClassName?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <LogoMark className={markClassName} />
      <span className="font-display text-2xl font-extrabold tracking-tight">{brandName}</span>
    </span>
  );
}
