import { classNames } from "../looks";
import { LogoMark } from "../page-frame/logo";
import file from "./drawings.svg?url";

/** Width and height in `drawings.svg`. */
const sizes = {
  "empty-cover": [280, 172],
  "empty-stars": [280, 172],
  "broken-stave": [280, 172],
  "branch-ipe": [320, 170],
  "branch-jabuticaba": [320, 170],
  "branch-laranjeira": [320, 170],
} as const;

export type DrawingName = keyof typeof sizes;

/** One file for all drawings, loaded on demand, so that no script carries the shapes. */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  const [width, height] = sizes[name];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={classNames("h-auto", className)}>
      <use href={`${file}#${name}`} />
    </svg>
  );
}

/** The bird with three waves that pulse twice. Decorative. */
export function Song({ className = "size-11" }: { className?: string }) {
  return (
    <span className={classNames("relative flex shrink-0 items-end justify-end", className)}>
      <LogoMark className="size-4/5" />
      <svg
        viewBox="0 0 40 40"
        aria-hidden="true"
        fill="none"
        strokeWidth="2.5"
        strokeLinecap="round"
        className="absolute inset-0 size-full stroke-bird-breast"
      >
        <path d="M8 16.5a4 4 0 0 0 0 5" className="song-wave" />
        <path d="M4.7 14a8 8 0 0 0 0 10" className="song-wave" />
        <path d="M1.5 11.5a12 12 0 0 0 0 15" className="song-wave" />
      </svg>
    </span>
  );
}
