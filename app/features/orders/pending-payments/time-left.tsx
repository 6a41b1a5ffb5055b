import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { clockDuration } from "~/features/videos/listing/duration";
import { useText } from "~/i18n/use-locale";
import { useHydrated } from "~/ui/hydrated";

/**
 * Counts down the time in which a code can be paid, then reloads the page's data. `seconds`: the time left when the
 * page was loaded. Renders nothing without script: the page shows the time of expiry beside it.
 */
export function TimeLeft({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds);
  const { revalidate } = useRevalidator();
  const t = useText();
  const hydrated = useHydrated();
  useEffect(() => {
    // Computed from the clock: timers run rarely in a background tab.
    const end = performance.now() + seconds * 1000;
    const count = setInterval(() => {
      const rest = Math.ceil((end - performance.now()) / 1000);
      setLeft(Math.max(0, rest));
      if (rest > 0) return;
      clearInterval(count);
      revalidate();
    }, 1000);
    return () => clearInterval(count);
  }, [seconds, revalidate]);
  if (!hydrated || left === 0) return null;
  return (
    <p role="timer" className="text-ink-soft tabular-nums">
      {t("purchases.payLeft", { left: clockDuration(left) })}
    </p>
  );
}
