import type { IconName } from "../icons";

export type NavItem = {
  to: string;
  label: string;
  icon?: IconName;
};
