import { classNames } from "./looks";

const star =
  "M12 2.6l2.85 5.95 6.5.86-4.76 4.53 1.2 6.46L12 17.27 6.21 20.4l1.2-6.46L2.65 9.41l6.5-.86L12 2.6z";

export function Star({ filled = true, className = "size-4" }: { filled?: boolean; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classNames("star", filled && "fill-rating", className)}
    >
      <path d={star} />
    </svg>
  );
}

type RatingProps = {
  /** The mean as shown, such as "4,9". */
  value: string;
  count?: string;
  /** For screen readers. */
  label: string;
  className?: string;
};

export function Rating({ value, count, label, className }: RatingProps) {
  return (
    <span className={classNames("inline-flex items-center gap-1 text-sm whitespace-nowrap", className)}>
      <Star />
      <span aria-hidden="true" className="font-semibold text-ink tabular-nums">
        {value}
      </span>
      {count !== undefined && (
        <span aria-hidden="true" className="text-ink-faint tabular-nums">
          ({count})
        </span>
      )}
      <span className="sr-only">{label}</span>
    </span>
  );
}

/** Rounded to whole stars. */
export function Stars({
  rating,
  label,
  className,
  size,
}: {
  rating: number;
  label: string;
  className?: string;
  size?: string;
}) {
  return (
    <span className={classNames("inline-flex items-center gap-0.5", className)}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} filled={place <= Math.round(rating)} className={size} />
      ))}
      <span className="sr-only">{label}</span>
    </span>
  );
}
