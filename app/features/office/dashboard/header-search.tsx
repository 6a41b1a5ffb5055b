import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { saleSearchMaxLength } from "~/features/office/sales/sale-search";
import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";

/** The search of all pages on wide screens; the key "/" moves the focus to it. */
export function HeaderSearch() {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches("input, textarea, select"));
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      if (!field.current?.checkVisibility()) return;
      event.preventDefault();
      field.current.focus();
    };
    document.addEventListener("keydown", focus);
    return () => document.removeEventListener("keydown", focus);
  }, []);
  return (
    <Form action="/admin/search" autoComplete="off" className="relative">
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" />
      <input
        ref={field}
        type="search"
        name="q"
        aria-label={t("people.findAll")}
        aria-keyshortcuts="/"
        placeholder={t("people.findTitle")}
        maxLength={saleSearchMaxLength}
        className="peer min-h-11 w-36 rounded-control border border-line-strong bg-surface pr-3 pl-10 text-sm placeholder:text-ink-soft"
      />
      <kbd className="pointer-events-none absolute top-2.5 right-2.5 rounded-md border border-line-strong px-2 text-sm peer-focus:hidden peer-[:not(:placeholder-shown)]:hidden">
        /
      </kbd>
    </Form>
  );
}

/** The same on small screens. */
export function SearchLink() {
  const t = useText();
  return (
    <Link
      to="/admin/search"
      aria-label={t("people.findAll")}
      className="flex size-11 items-center justify-center rounded-control hover:bg-sunken min-[75rem]:hidden"
    >
      <Icon name="search" />
    </Link>
  );
}
