import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { CopyButton } from "~/ui/copy-text";
import { PerchedBird } from "~/ui/drawings/perched-bird";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { QrPicture } from "~/ui/qr-picture";
import type { SharedVideo } from "./show-shared-video.server";

export function SharedVideoPage({ shared }: { shared: SharedVideo }) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const amount = formatMoney(shared.earningCents, "BRL", locale);
  return (
    <>
      <div className="flex items-end justify-between gap-6 rounded-panel bg-forest px-5 pt-8 pb-16 text-on-forest sm:px-10 sm:pt-10 sm:pb-24">
        <div className="min-w-0 sm:pb-4">
          <h1 className="max-w-sm text-4xl sm:text-[3.5rem]">{t("shareVideo.title")}</h1>
          <p className="mt-3 text-lg">{t("shareVideo.text", { amount })}</p>
        </div>
        <PerchedBird className="w-64 shrink-0 max-md:hidden lg:mr-10" />
      </div>
      <div className="relative -mt-10 grid gap-8 rounded-panel border border-line bg-surface p-4 shadow-lifted sm:mx-6 sm:-mt-14 sm:p-8 lg:grid-cols-2">
        <Picture shared={shared} />
        <div className="min-w-0 space-y-6">
          <section aria-labelledby="share-link">
            <h2 id="share-link" className="mb-2 font-sans text-base font-semibold tracking-normal">
              {t("shareVideo.link")}
            </h2>
            <div className="flex items-stretch gap-2 max-sm:flex-wrap">
              <p className="min-w-0 grow rounded-control border border-line-strong px-4 py-2.5 [overflow-wrap:anywhere] select-all">
                {shared.link}
              </p>
              <CopyButton
                text={shared.link}
                copyLabel={t("sharing.copy")}
                copiedLabel={t("sharing.copied")}
                label={t("sharing.copyLink")}
                look="small"
              />
            </div>
          </section>
          <Message shared={shared} />
          <QrPart shared={shared} />
        </div>
      </div>
      <section aria-labelledby="sell-better" className="mt-12">
        <h2 id="sell-better" className="text-2xl">
          {t("shareVideo.better")}
        </h2>
        <ul className="mt-4 grid gap-x-6 sm:grid-cols-3">
          {shareSteps(shared).map(({ title, text, done, values }) => (
            <li key={title} className="border-t border-line">
              <Link
                {...linkTo(`/creator/videos/${shared.id}/edit`)}
                className="flex min-h-11 items-center gap-3 py-4 no-underline hover:underline"
              >
                <span
                  aria-hidden="true"
                  className={
                    done
                      ? "flex size-8 shrink-0 items-center justify-center rounded-full bg-success-soft text-on-success-soft"
                      : "size-8 shrink-0 rounded-full border-2 border-dashed border-line-strong"
                  }
                >
                  {done && <Icon name="check" className="size-4" />}
                </span>
                <span className="min-w-0">
                  <span className="block font-semibold">
                    {t(title)} {done && <span className="sr-only">{t("shareVideo.done")}</span>}
                  </span>
                  <span className="block text-sm text-ink-soft">
                    {text ? t(text, values) : formatMoney(shared.price_cents, shared.currency, locale)}
                  </span>
                </span>
                <Icon name="arrow-right" className="ml-auto size-5 shrink-0" />
              </Link>
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink {...linkTo(shared.path)}>{t("shareVideo.open")}</ButtonLink>
          <ButtonLink {...linkTo("/creator/upload")} variant="quiet">
            {t("shareVideo.another")}
          </ButtonLink>
        </div>
      </section>
    </>
  );
}

function Picture({ shared: { id, picture } }: { shared: SharedVideo }) {
  const t = useText();
  return (
    <figure>
      <img
        src={picture}
        alt=""
        width="1200"
        height="630"
        className="h-auto w-full rounded-card border border-line"
      />
      <figcaption className="mt-3 text-sm text-ink-soft">
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          {t("shareVideo.picture")}
          <a href={picture} download className={buttonLook("quiet", "small")}>
            <Icon name="download" />
            {t("shareVideo.download")}
          </a>
        </p>
        <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-1">
          {t("shareVideo.story")}
          <a
            href={`/creator/videos/${id}/story.jpg`}
            download
            aria-label={t("shareVideo.storyLabel")}
            className={buttonLook("quiet", "small")}
          >
            <Icon name="download" />
            {t("shareVideo.download")}
          </a>
        </p>
      </figcaption>
    </figure>
  );
}

function Message({ shared: { title, whatsappLink, hasPreview } }: { shared: SharedVideo }) {
  const t = useText();
  const message = t(hasPreview ? "shareVideo.messageWithPreview" : "shareVideo.messageText", {
    title,
    link: whatsappLink,
  });
  return (
    <section aria-labelledby="share-message">
      <h2 id="share-message" className="mb-2 font-sans text-base font-semibold tracking-normal">
        {t("shareVideo.message")}
      </h2>
      <p className="rounded-control border border-line-strong px-4 py-3 [overflow-wrap:anywhere] select-all">
        {message}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonLook("yours")}
        >
          {t("sharing.whatsapp")}
        </a>
        <CopyButton
          text={message}
          copyLabel={t("shareVideo.copyMessage")}
          copiedLabel={t("sharing.copied")}
          label={t("shareVideo.copyMessage")}
        />
      </div>
    </section>
  );
}

function QrPart({ shared: { id, qr } }: { shared: SharedVideo }) {
  const t = useText();
  if (!qr) return null;
  return (
    <section
      aria-labelledby="share-qr"
      className="flex flex-wrap items-center gap-5 border-t border-line pt-6"
    >
      <div className="w-32 shrink-0">
        <QrPicture code={qr} label={t("shareVideo.qrLabel")} />
      </div>
      <div className="min-w-0 flex-1 basis-48">
        <h2 id="share-qr" className="font-sans text-base font-semibold tracking-normal">
          {t("shareVideo.qr")}
        </h2>
        <a href={`/creator/videos/${id}/qr.svg`} download className={buttonLook("quiet", "small", "-ml-4")}>
          <Icon name="download" />
          {t("shareVideo.qrDownload")}
        </a>
      </div>
    </section>
  );
}

interface ShareStep {
  title: MessageKey;
  text?: MessageKey;
  done: boolean;
  values?: Record<string, number>;
}

function shareSteps({ hasPreview, outcomes }: { hasPreview: boolean; outcomes: number }): ShareStep[] {
  return [
    { title: "shareVideo.price", done: true },
    {
      title: "shareVideo.preview",
      text: hasPreview ? "shareVideo.previewDone" : "shareVideo.previewOpen",
      done: hasPreview,
    },
    {
      title: "shareVideo.outcomes",
      text: outcomes > 0 ? "shareVideo.outcomesDone" : "shareVideo.outcomesOpen",
      done: outcomes > 0,
      values: { count: outcomes },
    },
  ];
}
