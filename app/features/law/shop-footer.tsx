import { useLinkTo, useText } from "~/i18n/use-locale";
import { copyrightYears, SiteFooter } from "~/ui/site-footer";
import { TextLink } from "~/ui/text-link";
import { lawPages } from "./law-pages";
import { useCompany } from "./use-company";

/** The end of a page, with the company as Decreto 7.962/2013, article 2, requires it: in a prominent place. */
export function ShopFooter() {
  const t = useText();
  const linkTo = useLinkTo();
  const company = useCompany();
  const email = company?.supportEmail;
  const facts =
    company && [company.name, company.cnpj && `CNPJ ${company.cnpj}`, company.address].filter(Boolean);
  return (
    <SiteFooter
      text={t("common.footer", { year: copyrightYears() })}
      links={lawPages.map((page) => (
        <TextLink key={page} {...linkTo(`/${page}`)} className="font-medium">
          {t(`common.${page}`)}
        </TextLink>
      ))}
    >
      {facts && facts.length > 0 && <p>{facts.join(" · ")}</p>}
      {email && (
        <p>
          <a href={`mailto:${email}`} className="underline underline-offset-4">
            {email}
          </a>
        </p>
      )}
    </SiteFooter>
  );
}
