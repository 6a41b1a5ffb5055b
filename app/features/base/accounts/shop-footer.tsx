import type { ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { TextLink } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";
import { LogoMark } from "~/ui/page-frame/logo";
import { useLawWords } from "./use-root-data";

/** The year of the copyright notice (product.md, Constants). */
const copyrightYear = 2024;

interface SiteFooterProps {
  text: string;
  links?: readonly ReactNode[];
  children?: ReactNode;
}

function SiteFooter({ text, links, children }: SiteFooterProps) {
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

/** With the company, in a prominent place (Decreto 7.962/2013, article 2). */
export function ShopFooter({ children }: { children?: ReactNode }) {
  const t = useText();
  const law = useLawWords();
  const linkTo = useLinkTo();
  return (
    <SiteFooter
      text={t("common.footer", { year: copyrightYear })}
      links={law?.pages.map(({ label, to }) => (
        <TextLink key={to} {...linkTo(to)} className="font-medium">
          {label}
        </TextLink>
      ))}
    >
      {children}
      {law?.company && <p>{law.company}</p>}
      {law?.email && (
        <a href={`mailto:${law.email}`} className="underline underline-offset-4">
          {law.email}
        </a>
      )}
    </SiteFooter>
  );
}
