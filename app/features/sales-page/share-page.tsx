import { useLinkTo, useText } from "~/i18n/use-locale";
import { buttonLook } from "~/ui/button-look";
import { CopyText } from "~/ui/copy-text";
import { Icon } from "~/ui/icons";

/** Opens the ways to pass a page on: WhatsApp, and its address to copy. */
export function SharePage({
  appUrl,
  videoId,
  title,
  label,
}: {
  appUrl: string;
  videoId: string;
  title: string;
  /** The accessible name, where a page has several. */
  label?: string;
}) {
  const t = useText();
  const url = appUrl + useLinkTo()(`/videos/${videoId}`).to;
  const message = `${title}\n${url}`;
  return (
    <details className="group">
      <summary
        aria-label={label}
        className="mx-auto flex min-h-11 w-fit items-center gap-2 rounded-control px-4 font-semibold text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <Icon name="share" />
        {t("sharing.share")}
      </summary>
      <div id={label ? undefined : "share"} className="space-y-3 pt-2">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonLook("secondary", "small", "w-full")}
        >
          {t("sharing.whatsapp")}
        </a>
        <CopyText
          text={url}
          copyLabel={t("sharing.copy")}
          copiedLabel={t("sharing.copied")}
          label={t("sharing.copyLink")}
        />
      </div>
    </details>
  );
}
