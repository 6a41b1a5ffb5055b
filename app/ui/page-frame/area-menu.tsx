import { useLocation } from "@remix-run/react";
import { Icon } from "../icons";
import { Link } from "../link";
import { classNames } from "../looks";
import { type NavItem, navLook } from "./app-header";
import { Menu, menuRow } from "./mobile-menu";

function isCurrentItem({ to, covers = [], items }: NavItem, pathname: string): boolean {
  if (items) return items.some((item) => isCurrentItem(item, pathname));
  return [to, ...covers].some((path) => pathname === path || pathname.startsWith(`${path}/`));
}

export function BarItem({ item }: { item: NavItem }) {
  const isCurrent = isCurrentItem(item, useLocation().pathname);
  if (item.items)
    return (
      <Menu
        label={item.label}
        name="bar"
        className="relative"
        isCurrent={isCurrent}
        button={
          <>
            {item.label}
            <Icon name="chevron-down" className="size-4" />
          </>
        }
        buttonClassName={navLook}
        panelClassName="top-full left-0 z-40 mt-2 w-60 rounded-card border border-line p-2"
      >
        <MenuList items={item.items} />
      </Menu>
    );
  return (
    <Link
      to={item.to}
      aria-label={item.name}
      aria-current={isCurrent ? "page" : undefined}
      className={classNames("flex min-h-11 items-center rounded-control", navLook)}
    >
      {item.label}
      {item.mark}
    </Link>
  );
}

export function MenuLink({ item }: { item: NavItem }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={item.to}
      aria-label={item.name}
      aria-current={isCurrentItem(item, pathname) ? "page" : undefined}
      className={menuRow}
    >
      {item.icon && <Icon name={item.icon} />}
      {item.label}
      {item.mark}
    </Link>
  );
}

export function NavMark({ count, text }: { count: number; text: string }) {
  return (
    <span className="ml-auto min-w-6 rounded-full bg-warn-soft px-1.5 text-center text-xs leading-6 font-bold text-on-warn-soft">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** An item with items opens in place. */
export function MenuList({ items }: { items: readonly NavItem[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.to}>
          {item.items ? (
            <details className="group/more">
              <summary className={menuRow}>
                {item.icon && <Icon name={item.icon} />}
                {item.label}
                <Icon name="chevron-down" className="ml-auto size-4 group-open/more:rotate-180" />
              </summary>
              <div className="pl-8">
                <MenuList items={item.items} />
              </div>
            </details>
          ) : (
            <MenuLink item={item} />
          )}
        </li>
      ))}
    </ul>
  );
}
