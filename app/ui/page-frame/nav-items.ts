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
  /** A menu in place of a link; `to` is its key. */
  items?: readonly NavItem[];
  /** On small screens the items appear in the list, without the menu. */
  flat?: boolean;
};
