import { Form } from "@remix-run/react";
import { type KnownSource, withSource } from "~/features/orders/coupons/visit-source";
import { videoPath } from "~/features/videos/listing/video-address";
import { languages } from "~/i18n/languages";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { CopyButton } from "~/ui/copy-text";
import { Field, SelectField } from "~/ui/forms/field";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import type { Advice } from "./advice";
import type { NameSource } from "./figures-view";
import type { FiguresView } from "./show-figures.server";

type PeriodFormProps = Pick<FiguresView, "from" | "until" | "chosen" | "offered" | "choices">;

export function PeriodForm({ from, until, chosen, offered, choices }: PeriodFormProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const language = languageField(useLocale());
  const pathOf = (choice: { from: string; until: string }) =>
    `/creator/figures?${new URLSearchParams({ from: choice.from, until: choice.until, ...(chosen ? { video: chosen } : {}) })}`;
  const isOther = !choices.some((days) => days.from === from && days.until === until);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <nav aria-label={t("figures.periods")}>
        <ul className="inline-flex flex-wrap gap-1 rounded-control bg-sunken p-1">
          {choices.map(({ choice, ...days }) => {
            const isShown = days.from === from && days.until === until;
            return (
              <li key={choice}>
                <Link
                  {...linkTo(pathOf(days))}
                  aria-current={isShown ? "page" : undefined}
                  className="inline-flex min-h-11 items-center rounded-control px-4 text-sm font-semibold text-ink-soft hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink aria-[current]:shadow-card"
                >
                  {t(`figures.${choice}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <details
        open={isOther || chosen !== undefined}
        key={`${from} ${until} ${chosen}`}
        className="group/period open:w-full"
      >
        <summary className="flex min-h-13 w-fit items-center gap-2 text-sm font-semibold text-ink-soft hover:text-ink">
          {t("figures.other")}
          <Icon name="chevron-down" className="size-4 group-open/period:rotate-180" />
        </summary>
        <Form method="get" autoComplete="off" className="flex flex-wrap items-end gap-3 pt-1 pb-2">
          {language && <input type="hidden" {...language} />}
          <SelectField
            label={t("figures.video")}
            name="video"
            defaultValue={chosen ?? ""}
            placeholder={t("figures.allVideos")}
            options={offered.map(({ id, title }) => ({ value: id, label: title }))}
            className="w-full sm:w-72"
          />
          <Field
            label={t("figures.from")}
            name="from"
            type="date"
            defaultValue={from}
            className="w-40 max-w-full flex-1 sm:flex-none"
          />
          <Field
            label={t("figures.until")}
            name="until"
            type="date"
            defaultValue={until}
            className="w-40 max-w-full flex-1 sm:flex-none"
          />
          <Button variant="secondary">{t("figures.show")}</Button>
        </Form>
      </details>
    </div>
  );
}

interface AdvicePanelProps {
  advice: Advice;
  shared: FiguresView["shared"];
  appUrl: string;
  nameSource: NameSource;
}

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
  const nameOther = (source: string) =>
    source === "direct" ? t("figures.directInSentence") : nameSource(source);
  const values =
    advice.kind === "compare"
      ? { best: nameSource(advice.best), other: nameOther(advice.other), ...rates(advice) }
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
