import { useLinkTo, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";

/** Leads from the account page to one's own data. `erasedOn`: when the account is to be erased, or null. */
export function OwnDataCard({ erasedOn }: { erasedOn: string | null }) {
  const t = useText();
  const linkTo = useLinkTo();
  const page = linkTo("/account/data");
  return (
    <Card as="section" className="mt-8 space-y-3 p-6 sm:p-8">
      <h2 className="text-xl">{t("accountPage.dataTitle")}</h2>
      {erasedOn ? (
        <Notice tone="warn" title={t("accountPage.erasureNotice", { date: erasedOn })}>
          <TextLink {...page}>{t("accountPage.erasureNoticeLink")}</TextLink>
        </Notice>
      ) : (
        <>
          <p className="text-ink-soft">{t("accountPage.dataText")}</p>
          <TextLink {...page}>{t("accountPage.dataLink")}</TextLink>
        </>
      )}
    </Card>
  );
}
