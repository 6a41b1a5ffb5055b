import { classNames } from "./class-names";

/**
 * `primary`: the page's main action. `buy`: buying and paying only. `yours`: opening what the viewer has. `onForest`:
 * the main action on a forest ground.
 */
export type ButtonVariant = "primary" | "buy" | "yours" | "onForest" | "secondary" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

/** Their looks, touch targets of at least 44 px among them (Apple, WCAG 2.5.5), are in `base.css`. */
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
