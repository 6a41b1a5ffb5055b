import type { IconName } from "../icons";

export type NavItem = {
  to: string;
  label: string;
  icon?: IconName;
  /** Paths of other pages that are reached from this one and have no item. */
  covers?: readonly string[];
};

/** Returns whether a page, or the one above it, is that of an item. */
export function isCurrentItem({ to, covers = [] }: NavItem, pathname: string): boolean {
  return [to, ...covers].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
