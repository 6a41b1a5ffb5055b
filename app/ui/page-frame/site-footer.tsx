import type { ReactNode } from "react";
import { Container } from "./container";
import { LogoMark } from "./logo";

/** The year of the copyright notice (product.md, Constants). */
export const copyrightYear = 2024;

interface SiteFooterProps {
  text: string;
  links?: readonly ReactNode[];
  children?: ReactNode;
}

export function SiteFooter({ text, links, children }: SiteFooterProps) {
  return (
    <footer className="mt-auto border-t border-line print:hidden">
      <Container className="space-y-4 py-8 text-sm text-ink-soft">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <p className="flex items-center gap-3 font-medium">
            <LogoMark className="size-7" />
            {text}
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {links?.map((link, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the links never change places
              <li key={`${index}`}>{link}</li>
            ))}
          </ul>
        </div>
        {children && <div className="space-y-1 [overflow-wrap:anywhere]">{children}</div>}
      </Container>
    </footer>
  );
}
