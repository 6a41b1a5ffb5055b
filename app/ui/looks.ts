export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}

/** `buy`: buying and paying only. `yours`: opening what the viewer has. `onForest`: on a forest ground. */
export type ButtonVariant = "primary" | "buy" | "yours" | "onForest" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

// Touch targets are at least 44 px (Apple, WCAG 2.5.5): `base.css`.
const variants: Record<ButtonVariant, string> = {
  primary: "button-primary",
  buy: "button-buy",
  yours: "button-yours",
  onForest: "button-on-forest",
  secondary: "button-secondary",
  quiet: "button-quiet",
  danger: "button-danger",
};

const sizes: Record<ButtonSize, string> = {
  small: "button-small",
  medium: "button-medium",
  large: "button-large",
};

export function buttonLook(
  variant: ButtonVariant = "primary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return classNames("button-frame", variants[variant], sizes[size], className);
}

export const progressLook =
  "appearance-none overflow-hidden rounded-full border-0 bg-sunken " +
  "[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-forest-ink [&::-moz-progress-bar]:bg-forest-ink";
