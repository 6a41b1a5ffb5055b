import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "./icons";

interface SectionFoldProps {
  id: string;
  title: string;
  hint?: string | undefined;
  open?: boolean | undefined;
  className?: string;
  children: ReactNode;
}

/** Folded under its title on phones, unless a link leads to it. */
export function SectionFold({ id, title, hint, open, className, children }: SectionFoldProps) {
  const isLinked = useLocation().hash === `#${id}`;
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="scroll-mt-20 text-2xl max-sm:sr-only">
        {title}
      </h2>
      <details key={String(isLinked)} className="fold group/fold" open={open || isLinked || undefined}>
        <summary className="min-h-12 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1 font-display text-2xl font-extrabold">{title}</span>
          <span className="min-w-0 truncate text-sm text-ink-soft">{hint}</span>
          <Icon name="chevron-down" className="size-5 shrink-0 group-open/fold:rotate-180" />
        </summary>
        <div className="mt-2 sm:mt-4">{children}</div>
      </details>
    </section>
  );
}
