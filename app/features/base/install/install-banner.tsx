import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { useWaitForRoom } from "~/ui/forms/clear-of-controls";
import { Icon } from "~/ui/icons";
import {
  decideBanner,
  dismissedKey,
  fallbackDelayMs,
  type InstallOffer,
  isIos,
  takeEarlyInstallOffer,
} from "./banner-rules";

/** Storage may be disabled. */
function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch {
    return false;
  }
}

function rememberDismissal(): void {
  try {
    localStorage.setItem(dismissedKey, new Date().toISOString().slice(0, 10));
  } catch {
    // Dismissed at least for this page.
  }
}

/** product.md, Install banner. Over the page, below its header; waits while it would cover a control. */
export function InstallBanner() {
  const t = useText();
  const [ios, setIos] = useState(false);
  const [standalone, setStandalone] = useState(true); // hidden until known, so that nothing flashes
  const [dismissed, setDismissed] = useState(false);
  const [event, setEvent] = useState<InstallOffer>();
  const [waited, setWaited] = useState(false);
  const [byHand, setByHand] = useState(false);

  useEffect(() => {
    setIos(isIos(navigator.userAgent, navigator.maxTouchPoints));
    setStandalone(
      matchMedia("(display-mode: standalone)").matches ||
        (navigator as { standalone?: boolean }).standalone === true,
    );
    setDismissed(wasDismissed());
    const offered = (given: Event) => {
      given.preventDefault();
      setEvent(given as InstallOffer);
    };
    const installed = () => setStandalone(true);
    window.addEventListener("beforeinstallprompt", offered);
    window.addEventListener("appinstalled", installed);
    setEvent((known) => known ?? takeEarlyInstallOffer());
    // From the start of the page: its modules may run late.
    const timer = setTimeout(() => setWaited(true), Math.max(0, fallbackDelayMs - performance.now()));
    return () => {
      window.removeEventListener("beforeinstallprompt", offered);
      window.removeEventListener("appinstalled", installed);
      clearTimeout(timer);
    };
  }, []);

  const banner = decideBanner({ standalone, dismissed, ios, offered: event !== undefined, waited });
  const box = useRef<HTMLElement>(null);
  const { key } = useLocation();
  useWaitForRoom(box, `${key} ${banner} ${byHand}`);
  if (banner === "hidden") return null;

  async function install() {
    if (!event) return setByHand(true);
    await event.prompt();
    const { outcome } = await event.userChoice;
    if (outcome === "accepted") setStandalone(true);
    setEvent(undefined);
  }
  function dismiss() {
    rememberDismissal();
    setDismissed(true);
  }
  return (
    <aside
      ref={box}
      aria-label={t("install.label")}
      className="install-banner fixed z-20 flex min-h-13 items-center gap-1 rounded-panel border border-line bg-raised pr-1 pl-4 text-[0.8125rem] text-ink-soft shadow-lifted sm:text-sm"
    >
      <p className="leading-tight max-sm:grow">
        {banner === "iosSteps" ? t("install.ios") : byHand ? t("install.byHand") : t("install.text")}
      </p>
      {banner === "installButton" && !byHand && (
        <Button
          type="button"
          size="small"
          variant="quiet"
          onClick={install}
          className="underline underline-offset-4"
        >
          {t("install.button")}
        </Button>
      )}
      <button
        type="button"
        aria-label={t("common.close")}
        onClick={dismiss}
        className="flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-line"
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}
