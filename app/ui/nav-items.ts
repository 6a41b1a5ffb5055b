import type { IconName } from "./icons";

/** An entry of the main navigation. */
export type NavItem = {
  to: string;
  label: string;
  icon?: IconName;
};
