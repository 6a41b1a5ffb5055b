import type { ReactNode } from "react";
import type { IconName } from "../icons";
import { Link } from "../link";
import { classNames } from "../looks";
import { Container } from "./container";
import { Logo } from "./logo";
import { MobileMenu, menuRow } from "./mobile-menu";

type AppHeaderProps = {
  homeTo: string;
  /** Links with only a label, unless `barItem` and `menuRows` are set. */
  nav?: readonly NavItem[];
  barItem?: (item: NavItem) => ReactNode;
  menuRows?: ReactNode;
  navLabel?: string;
  /** Without it, no menu on small screens. */
  menuLabel?: string;
  menuEnd?: ReactNode;
  /** Below logo and right side on small screens. */
  middle?: ReactNode;
  /** Not on small screens. */
  wideMiddle?: ReactNode;
  right?: ReactNode;
  wideRight?: ReactNode;
  sticky?: boolean;
};

export function AppHeader({
  homeTo,
  nav = [],
  barItem,
  menuRows,
  navLabel,
  menuLabel,
  menuEnd,
  middle,
  wideMiddle,
  right,
  wideRight,
  sticky = false,
}: AppHeaderProps) {
  // Many items and the right side need more than 1,024 px.
  const wide =
    nav.length > 6
      ? { block: "min-[75rem]:block", flex: "min-[75rem]:flex", hidden: "min-[75rem]:hidden" }
      : { block: "lg:block", flex: "lg:flex", hidden: "lg:hidden" };
  return (
    <header
      data-tall={middle ? "" : undefined}
      className={classNames(
        "z-30 border-b border-line bg-canvas",
        sticky ? "sticky top-0" : "relative",
        // On a phone only the row of `middle` stays when scrolled, unless the other has the focus.
        sticky && middle !== undefined && "max-sm:not-focus-within:-top-13",
      )}
    >
      <Container className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <Link to={homeTo} className="-mx-1 inline-flex min-h-11 items-center rounded-control px-1 text-ink">
          <Logo />
        </Link>
        {nav.length > 0 && (
          <nav aria-label={navLabel} className={classNames("ml-2 hidden", wide.block)}>
            <ul className="flex items-center gap-1">
              {nav.map((item) => (
                <li key={item.to}>
                  {barItem ? (
                    barItem(item)
                  ) : (
                    <Link
                      to={item.to}
                      className={classNames("flex min-h-11 items-center rounded-control", navLook)}
                    >
                      {item.label}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
        {middle && (
          <div className="order-last w-full sm:order-none sm:mx-4 sm:w-auto sm:max-w-xl sm:flex-1">
            {middle}
          </div>
        )}
        {wideMiddle && <div className="mx-4 hidden max-w-xl flex-1 sm:block">{wideMiddle}</div>}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {wideRight && <div className={classNames("hidden items-center gap-2", wide.flex)}>{wideRight}</div>}
          {right}
          {menuLabel && (
            <MobileMenu
              label={menuLabel}
              rows={
                menuRows ??
                (nav.length > 0 &&
                  nav.map(({ to, label }) => (
                    <Link key={to} to={to} className={menuRow}>
                      {label}
                    </Link>
                  )))
              }
              navLabel={navLabel}
              end={menuEnd}
              className={wide.hidden}
            />
          )}
        </div>
      </Container>
    </header>
  );
}

export const navLook =
  "gap-1.5 px-2 text-sm font-semibold text-ink-soft hover:bg-sunken hover:text-ink xl:px-2.5 " +
  "aria-[current=page]:bg-sunken aria-[current=page]:text-ink";

export type NavItem = {
  to: string;
  label: string;
  icon?: IconName;
  /** Accessible name; begins with the label. */
  name?: string;
  mark?: ReactNode;
  /** Pages below this one without an item. */
  covers?: readonly string[];
  /** Makes a menu; `to` is then only its key. */
  items?: readonly NavItem[];
  /** On small screens lists the items without a menu. */
  flat?: boolean;
};
