import { Container } from "./container";
import { LogoMark } from "./logo";

/** The years of the copyright notice: 2024 to the current one (UTC). */
export function copyrightYears(now = new Date()): string {
  return `2024–${now.getUTCFullYear()}`;
}

/** The end of a public page. */
export function SiteFooter({ text }: { text: string }) {
  return (
    <footer className="mt-auto border-t border-line">
      <Container className="flex flex-wrap items-center justify-between gap-4 py-8 text-sm font-medium text-ink-soft">
        <p className="flex items-center gap-3">
          <LogoMark className="size-7" />
          {text}
        </p>
      </Container>
    </footer>
  );
}
