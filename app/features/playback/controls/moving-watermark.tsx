import { useEffect, useState } from "react";
import { classNames } from "~/ui/class-names";

/** The corners and the middle, in the order in which a watermark visits them. */
const spots = [
  "top-[8%] left-[6%]",
  "right-[8%] bottom-[22%]",
  "top-[45%] left-[30%]",
  "top-[12%] right-[10%]",
  "bottom-[18%] left-[12%]",
] as const;

/** How long it stays in one place, in milliseconds. */
const stayMs = 20_000;

/**
 * A watermark over the picture that says for whom it plays. With script it moves; full screen by the page's own
 * controls shows it too, the browser's own player does not.
 */
export function MovingWatermark({ text }: { text: string }) {
  const [spot, setSpot] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSpot((before) => (before + 1) % spots.length), stayMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p
      aria-hidden="true"
      data-mark
      className={classNames(
        "pointer-events-none absolute z-10 rounded-md bg-over-picture px-1.5 py-0.5 text-xs font-semibold text-on-picture opacity-45 select-none",
        spots[spot],
      )}
    >
      {text}
    </p>
  );
}
