import { type KnownSource, withSource } from "~/features/orders/coupons/visit-source";
import { videoPath } from "~/features/videos/listing/video-address";
import { languages } from "~/i18n/languages";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { CopyButton } from "~/ui/copy-text";
import { useHydrated } from "~/ui/hydrated";
import type { Advice } from "./advice";
import type { FiguresView } from "./show-figures.server";
import type { NameSource } from "./source-name";

interface AdvicePanelProps {
  advice: Advice;
  shared: FiguresView["shared"];
  appUrl: string;
  nameSource: NameSource;
}

/** One sentence about the figures and what to do next, with its button. */
export function AdvicePanel({ advice, shared, appUrl, nameSource }: AdvicePanelProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const { kind, do: _, ...rest } = advice;
  const percent = (value: number) => value.toLocaleString(languages[locale].numbers);
  const rates = ({ bestRate, otherRate }: Extract<Advice, { kind: "compare" }>) => ({
    bestRate: percent(bestRate),
    otherRate: percent(otherRate),
  });
  const values =
    advice.kind === "compare"
      ? { best: nameSource(advice.best), other: nameSource(advice.other), ...rates(advice) }
      : advice.kind === "goOn"
        ? { rate: percent(advice.rate) }
        : (rest as Record<string, number>);
  return (
    <section
      aria-labelledby="advice"
      className="mb-4 flex flex-wrap items-center justify-between gap-4 rounded-panel bg-dawn px-5 py-4 sm:px-6"
    >
      <h2 id="advice" className="sr-only">
        {t("figures.advice")}
      </h2>
      <p className="min-w-0 flex-1 basis-80">
        <strong className="font-semibold">{t(`figures.${kind}Finding`, values as never)}</strong>{" "}
        {t(`figures.${kind}Advice`, values as never)}
      </p>
      {advice.do === "share" && shared && <ShareText shared={shared} appUrl={appUrl} />}
      {advice.do === "edit" && shared && (
        <ButtonLink {...linkTo(`/creator/videos/${shared.id}/edit`)}>{t("figures.editVideo")}</ButtonLink>
      )}
      {advice.do === "coupon" && (
        <ButtonLink {...linkTo("/creator/coupons")}>{t("figures.makeCoupon")}</ButtonLink>
      )}
    </section>
  );
}

/** With script the text with the link is copied, for any place; without it, WhatsApp opens with it. */
function ShareText({ shared, appUrl }: { shared: NonNullable<FiguresView["shared"]>; appUrl: string }) {
  const t = useText();
  const hydrated = useHydrated();
  const link = (source: string) => appUrl + withSource(videoPath(shared), source as KnownSource);
  const textWith = (source: string) => t("figures.shareText", { title: shared.title, link: link(source) });
  if (hydrated) {
    return (
      <CopyButton
        text={textWith(shared.source)}
        copyLabel={t("figures.copyText")}
        copiedLabel={t("sharing.copied")}
        label={t("figures.copyText")}
        prominent
      />
    );
  }
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(textWith("whatsapp"))}`}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonLook("primary")}
    >
      {t("sharing.whatsapp")}
    </a>
  );
}
