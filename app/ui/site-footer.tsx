import type { ReactNode } from "react";
import { Container } from "./container";
import { LogoMark } from "./logo";

/** The end of a public page. `children` go to the right, such as links. */
export function SiteFooter({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <footer className="mt-auto border-t border-line">
      <Container className="flex flex-wrap items-center justify-between gap-4 py-8 text-sm text-ink-faint">
        <p className="flex items-center gap-3">
          <LogoMark className="size-7" />
          {text}
        </p>
        {children}
      </Container>
    </footer>
  );
}
