import { BirdShapes } from "../page-frame/logo";

/** For a forest ground. */
export function PerchedBird({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 150" aria-hidden="true" className={className}>
      <circle cx="122" cy="78" r="66" className="fill-sun" />
      <g fill="none" strokeLinecap="round">
        <path d="M56 141C100 138 150 131 196 117" strokeWidth="5" className="stroke-on-forest" />
        <path d="M121.4 119 119.6 133M132 118v13" strokeWidth="2.5" className="stroke-bird-beak" />
        <g strokeWidth="4" className="stroke-bird-beak">
          <path d="M60 53a17 17 0 0 0 0 18" className="song-wave" />
          <path d="M49 46a28 28 0 0 0 0 32" className="song-wave opacity-80" />
          <path d="M38 39a39 39 0 0 0 0 46" className="song-wave opacity-50" />
        </g>
      </g>
      <g transform="translate(70 30) scale(1.6)">
        <BirdShapes beak="open" />
      </g>
    </svg>
  );
}
