import { classNames } from "./class-names";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const variants: Record<ButtonVariant, string> = {
  primary:
    "bg-primary text-on-primary shadow-card enabled:hover:bg-primary-strong [a&]:hover:bg-primary-strong",
  secondary:
    "border border-line-strong bg-surface text-ink enabled:hover:border-ink enabled:hover:bg-sunken [a&]:hover:border-ink [a&]:hover:bg-sunken",
  quiet:
    "text-ink-soft enabled:hover:bg-sunken enabled:hover:text-ink [a&]:hover:bg-sunken [a&]:hover:text-ink",
  danger: "bg-danger text-on-danger enabled:hover:bg-danger-strong [a&]:hover:bg-danger-strong",
};

// Never lower than 44 px, the touch target that both Apple and WCAG 2.5.5 name.
const sizes: Record<ButtonSize, string> = {
  small: "min-h-11 px-4 text-sm",
  medium: "min-h-11 px-5 text-base",
  large: "min-h-13 px-7 text-lg",
};

/** The classes that buttons and links dressed as buttons share. */
export function buttonLook(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return classNames(
    "button-frame items-center justify-center gap-2 rounded-control py-2 text-center font-semibold leading-tight no-underline",
    "transition-colors aria-busy:cursor-progress disabled:not-aria-busy:opacity-60",
    variants[variant],
    sizes[size],
    className,
  );
}
