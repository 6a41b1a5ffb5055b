import { classNames } from "../class-names";
import file from "./drawings.svg?url";

/** Width and height of each drawing in `drawings.svg`, in its own units. */
const sizes = {
  "empty-cover": [280, 172],
  "empty-stars": [280, 172],
  /** The bird, its song broken off. */
  "broken-stave": [280, 172],
  "branch-ipe": [320, 170],
  "branch-jabuticaba": [320, 170],
  "branch-laranjeira": [320, 170],
} as const;

export type DrawingName = keyof typeof sizes;

/**
 * A drawing in the brand's colours; decoration. The file is one for all, loaded where one is shown, so that no script
 * carries the shapes. `className` gives its width.
 */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  const [width, height] = sizes[name];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={classNames("h-auto", className)}>
      <use href={`${file}#${name}`} />
    </svg>
  );
}
