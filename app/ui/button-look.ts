import { classNames } from "./class-names";

/**
 * `primary`: the page's main action. `buy`: buying and paying only. `yours`: opening what the viewer has. `onForest`:
 * the main action on a forest ground.
 */
export type ButtonVariant = "primary" | "buy" | "yours" | "onForest" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-ink text-canvas enabled:hover:bg-ink-soft [a&]:hover:bg-ink-soft",
  buy: "bg-primary text-on-primary enabled:hover:bg-primary-strong [a&]:hover:bg-primary-strong",
  yours: "bg-forest text-on-forest enabled:hover:bg-forest-strong [a&]:hover:bg-forest-strong",
  onForest: "bg-on-forest text-forest enabled:hover:bg-on-forest/90 [a&]:hover:bg-on-forest/90",
  secondary:
    "border border-line-strong bg-surface text-ink enabled:hover:border-ink enabled:hover:bg-sunken [a&]:hover:border-ink [a&]:hover:bg-sunken",
  quiet:
    "text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink [a&]:hover:bg-sunken [a&]:hover:text-ink",
  danger: "bg-danger text-on-danger enabled:hover:bg-danger-strong [a&]:hover:bg-danger-strong",
};

// At least 44 px, the touch target of Apple and WCAG 2.5.5.
const sizes: Record<ButtonSize, string> = {
  small: "min-h-11 px-4 text-sm",
  medium: "min-h-11 px-5 text-base",
  large: "min-h-13 px-7 text-lg",
};

export function buttonLook(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return classNames(
    "button-frame max-w-full items-center justify-center gap-2 rounded-control py-2 text-center font-semibold break-words leading-tight no-underline",
    "transition-colors duration-120 aria-busy:cursor-progress disabled:not-aria-busy:opacity-60",
    variants[variant],
    sizes[size],
    className,
  );
}
