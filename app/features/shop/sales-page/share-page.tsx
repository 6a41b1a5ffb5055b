import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { CopyText } from "~/ui/copy-text";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { buttonLook, classNames } from "~/ui/looks";

interface SharedPage {
  appUrl: string;
  /** Such as `/videos/<id>`. */
  path: string;
  title: string;
}

/** `label`: the accessible name, if each card of a page has its own. */
export function SharePage({ label, ...page }: SharedPage & { label?: string }) {
  const t = useText();
  return (
    <details className="group">
      <summary
        aria-label={label}
        className={classNames(
          "flex min-h-11 w-fit items-center gap-2 rounded-control px-4 font-semibold text-ink-soft hover:bg-sunken hover:text-ink",
          label ? "-ml-4" : "mx-auto",
        )}
      >
        <Icon name="share" />
        {t("sharing.share")}
      </summary>
      <div id={label ? undefined : "share"} className="pt-2">
        <ShareLinks {...page} />
      </div>
    </details>
  );
}

/** WhatsApp, the device's own menu if it has one, and the address to copy. */
export function ShareLinks({ appUrl, path, title }: SharedPage) {
  const t = useText();
  const hydrated = useHydrated();
  const url = appUrl + useLinkTo()(path).to;
  // Rejected if the menu is closed without a choice.
  const share = () => navigator.share({ title, url }).catch(() => undefined);
  return (
    <div className="space-y-3">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${url}`)}`}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonLook("secondary", "small", "w-full")}
      >
        {t("sharing.whatsapp")}
      </a>
      {hydrated && "share" in navigator && (
        <Button type="button" variant="secondary" size="small" className="w-full" onClick={share}>
          {t("sharing.apps")}
        </Button>
      )}
      <CopyText
        text={url}
        copyLabel={t("sharing.copy")}
        copiedLabel={t("sharing.copied")}
        label={t("sharing.copyLink")}
      />
    </div>
  );
}
