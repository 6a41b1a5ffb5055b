import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { saleSearchMaxLength } from "~/features/office/sales/sale-search";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { Skeleton, SkeletonGroup, SkeletonRows } from "~/ui/skeleton";

/** On wide screens; the key "/" focuses it. */
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

/** product.md, Constants: the cards and three table rows. */
export function AdminDashboardSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t("office.panelTitle")} />
      <SkeletonGroup label={t("common.loading")}>
        <Skeleton className="mt-4 h-56 w-full" />
        <Skeleton className="mt-4 h-24 w-full" />
        <Card className="mt-4 px-5 py-5 sm:px-6">
          <Skeleton className="mb-5 h-8 w-56" />
          <Skeleton className="h-13 w-full" />
          <SkeletonRows />
        </Card>
      </SkeletonGroup>
    </>
  );
}
