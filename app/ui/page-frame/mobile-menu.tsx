import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "../class-names";
import { Icon } from "../icons";
import { Link } from "../link";
import { useOnNavigation } from "../on-navigation";
import { isCurrentItem, type NavItem } from "./nav-items";

type MobileMenuProps = {
  label: string;
  items: readonly NavItem[];
  navLabel?: string;
  /** Below the items, such as a logout form. */
  end?: ReactNode;
  className?: string;
};

/**
 * A `<details>` menu that works without script; with script it also closes on navigation, Escape and a click outside.
 */
export function MobileMenu({ label, items, navLabel, end, className }: MobileMenuProps) {
  const { pathname } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  useOnNavigation(() => details.current?.removeAttribute("open"));

  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      const escaped = event instanceof KeyboardEvent && event.key === "Escape";
      const outside =
        event.type === "pointerdown" && event.target instanceof Node && !menu.contains(event.target);
      if (escaped || outside) menu.open = false;
      if (escaped) menu.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);

  return (
    <details ref={details} className={classNames("group", className)}>
      <summary
        aria-label={label}
        className="flex size-11 items-center justify-center rounded-control text-ink hover:bg-sunken"
      >
        <Icon name="menu" className="size-6 group-open:hidden" />
        <Icon name="close" className="hidden size-6 group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full border-b border-line bg-surface px-4 py-4 shadow-lifted sm:px-6">
        {items.length > 0 && (
          <nav aria-label={navLabel}>
            <ul className="space-y-1">
              {items.map((item) => (
                <li key={item.to}>
                  <Link
                    to={item.to}
                    aria-current={isCurrentItem(item, pathname) ? "page" : undefined}
                    // Closes at once, so that it does not cover the next page or its placeholder.
                    onClick={() => details.current?.removeAttribute("open")}
                    className="flex min-h-12 items-center gap-3 rounded-control px-4 font-semibold text-ink hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
                  >
                    {item.icon && <Icon name={item.icon} />}
                    {item.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {end && <div className={items.length > 0 ? "mt-3 border-t border-line pt-3" : undefined}>{end}</div>}
      </div>
    </details>
  );
}
