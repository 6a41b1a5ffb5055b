import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";
import { barButton } from "./bar-button";

interface PlayerMenuProps {
  label: string;
  /** Content of its button. */
  face: ReactNode;
  /** Whether its choice differs from the usual one: its button is green then. */
  on?: boolean;
  /** `menu`: of choices, which the arrows move through. `panel`: of controls of other kinds. */
  kind?: "menu" | "panel";
  className?: string;
  children: (close: () => void) => ReactNode;
}

const itemSelector = "[role^=menuitem]";

/**
 * A button of the player's bar with what it opens: above the bar, on phones a sheet at the screen's bottom. Escape and
 * a press outside close it.
 */
export function PlayerMenu({ label, face, on, kind = "menu", className, children }: PlayerMenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const box = root.current;
    const first =
      box?.querySelector<HTMLElement>("[aria-checked=true], [aria-current=true]") ??
      box?.querySelector<HTMLElement>(`${itemSelector}, input`);
    first?.focus();
    const press = (event: PointerEvent) => {
      if (!box?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    } else if (kind === "menu" && event.key === "Tab") setOpen(false);
    else if (kind === "menu") moveFocus(event, root.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the menu inside
    <div ref={root} className={classNames("sm:relative", className)} onKeyDown={pressKey}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup={kind === "menu" ? "menu" : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        title={label}
        onClick={() => setOpen(!isOpen)}
        className={classNames(barButton, (on || isOpen) && "bg-success-soft text-on-success-soft!")}
      >
        {face}
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have names
        <div
          id={id}
          role={kind === "menu" ? "menu" : "group"}
          aria-label={label}
          className="z-40 overflow-y-auto overscroll-contain border border-line bg-surface p-2 shadow-lifted max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[70dvh] max-sm:rounded-t-panel max-sm:pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:absolute sm:right-0 sm:bottom-full sm:mb-2 sm:max-h-80 sm:w-max sm:max-w-80 sm:min-w-44 sm:rounded-card"
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

function moveFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const items = [...(box?.querySelectorAll<HTMLElement>(itemSelector) ?? [])];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const places = new Map([
    ["ArrowDown", at + 1],
    ["ArrowUp", at - 1],
    ["Home", 0],
    ["End", items.length - 1],
  ]);
  const to = places.get(event.key);
  if (to === undefined || items.length === 0) return;
  event.preventDefault();
  items[(to + items.length) % items.length]?.focus();
}

interface MenuChoiceProps {
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of the choices of a menu. */
export function MenuChoice({ checked, onChoose, children }: MenuChoiceProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={checked}
      tabIndex={-1}
      onClick={onChoose}
      className={classNames(
        "flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-sm font-semibold tabular-nums hover:bg-sunken",
        checked && "bg-success-soft text-on-success-soft",
      )}
    >
      {children}
    </button>
  );
}
