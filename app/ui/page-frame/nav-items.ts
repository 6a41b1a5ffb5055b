import type { ReactNode } from "react";
import type { IconName } from "../icons";

export type NavItem = {
  to: string;
  label: string;
  icon?: IconName;
  /** Accessible name if it says more than the label; begins with the label. */
  name?: string;
  /** After the label, such as a number. */
  mark?: ReactNode;
  /** Paths of other pages that are reached from this one and have no item. */
  covers?: readonly string[];
};

/** Returns whether a page, or the one above it, is that of an item. */
export function isCurrentItem({ to, covers = [] }: NavItem, pathname: string): boolean {
  return [to, ...covers].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
