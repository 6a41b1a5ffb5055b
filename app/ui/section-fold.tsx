import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "./icons";

interface SectionFoldProps {
  /** The id of the heading, to which links of the page lead. */
  id: string;
  title: string;
  /** What is folded away, in a word. */
  hint?: string | undefined;
  open?: boolean | undefined;
  className?: string;
  children: ReactNode;
}

/** A section that phones fold away under its title, unless a link leads to it. */
export function SectionFold({ id, title, hint, open, className, children }: SectionFoldProps) {
  const asked = useLocation().hash === `#${id}`;
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="scroll-mt-20 text-2xl max-sm:sr-only">
        {title}
      </h2>
      <details key={String(asked)} className="fold group/fold" open={open || asked || undefined}>
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
