import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../icons";
import { classNames } from "../looks";
import { useOnNavigation } from "../navigation";

type MenuProps = {
  label: string;
  button: ReactNode;
  buttonClassName?: string;
  panelClassName: string;
  className?: string;
  isCurrent?: boolean;
  /** Browsers keep only one menu of a name open. */
  name?: string;
  children: ReactNode;
};

/** Works without script; with it, also closes on navigation, Escape and a click outside. */
export function Menu({
  label,
  button,
  buttonClassName,
  panelClassName,
  className,
  isCurrent = false,
  name,
  children,
}: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useOnNavigation(() => details.current?.removeAttribute("open"));

  useEffect(() => {
    const close = (event: Event) => {
      const menu = details.current;
      if (!menu?.open) return;
      const escaped = event instanceof KeyboardEvent && event.key === "Escape";
      const inside = event.target instanceof Node && menu.contains(event.target);
      // Closes at once, so that it does not cover the next page or its placeholder.
      const followed = event.type === "click" && inside && (event.target as Element).closest("a") !== null;
      const outside = event.type === "pointerdown" && !inside;
      if (escaped || outside || followed) menu.open = false;
      if (escaped) menu.querySelector("summary")?.focus();
    };
    const events = ["keydown", "pointerdown", "click"];
    for (const event of events) document.addEventListener(event, close);
    return () => {
      for (const event of events) document.removeEventListener(event, close);
    };
  }, []);

  return (
    <details ref={details} name={name} className={classNames("group/menu", className)}>
      <summary
        aria-label={label}
        aria-current={isCurrent ? "page" : undefined}
        className={classNames(
          "flex min-h-11 min-w-11 cursor-pointer items-center justify-center rounded-control text-ink hover:bg-sunken",
          buttonClassName,
        )}
      >
        {button}
      </summary>
      <div className={classNames("absolute bg-surface shadow-lifted", panelClassName)}>{children}</div>
    </details>
  );
}

export const menuRow =
  "flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-control px-4 font-semibold text-ink hover:bg-sunken aria-[current=page]:bg-sunken";

type MobileMenuProps = {
  label: string;
  rows?: ReactNode;
  navLabel?: string;
  end?: ReactNode;
  className?: string;
};

export function MobileMenu({ label, rows, navLabel, end, className }: MobileMenuProps) {
  return (
    <Menu
      label={label}
      className={className}
      button={
        <>
          <Icon name="menu" className="size-6 group-open/menu:hidden" />
          <Icon name="close" className="hidden size-6 group-open/menu:block" />
        </>
      }
      panelClassName="inset-x-0 top-full border-b border-line px-2 py-3 sm:px-4"
    >
      {rows && <nav aria-label={navLabel}>{rows}</nav>}
      {end && <div className={rows ? "mt-3 border-t border-line pt-3" : undefined}>{end}</div>}
    </Menu>
  );
}
