import type { ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { copyrightYear, SiteFooter } from "~/ui/page-frame/site-footer";
import { TextLink } from "~/ui/text-link";
import { useLawWords } from "./use-law-words";

/** The end of a page, with the company as Decreto 7.962/2013, article 2, requires it: in a prominent place. */
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
