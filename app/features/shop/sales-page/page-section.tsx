import { type ReactNode, useId } from "react";

/** A part of the sales page under a heading. */
export function PageSection({
  id,
  title,
  className,
  children,
}: {
  id?: string;
  title: string;
  className?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className={className}>
      <h2 id={heading} className="mb-5 text-2xl sm:text-[1.75rem]">
        {title}
      </h2>
      {children}
    </section>
  );
}
