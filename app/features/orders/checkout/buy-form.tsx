import { useFetcher, useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { couponField } from "~/features/orders/coupons/coupon-rules";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { onNetworkFailure } from "~/platform/network-failure";
import { Button } from "~/ui/button";
import { useOnAnswer } from "~/ui/forms/on-answer";
import { type ButtonSize, type ButtonVariant, classNames } from "~/ui/looks";
import { useGoAfter } from "~/ui/navigation";
import { useToasts } from "~/ui/toasts/toasts";
import { type CheckoutAnswer, checkoutPath, decideCheckoutToast } from "./purchase-intention";
import { shownPriceField } from "./shown-price";

/** Phones and small upright tablets, where a new tab covers this one. */
const handheld = "(pointer: coarse) and (max-width: 767px)";

function paysInSameTab(): boolean {
  return window.matchMedia(handheld).matches;
}

/**
 * Opens a tab with a text, for a payment page whose URL is not known yet. Must be called in the click handler: browsers
 * block a tab opened later (Chrome and Firefox after 5 s, Safari after 1). Returns null if it was blocked.
 */
function openPaymentTab(text: string): Window | null {
  const tab = window.open("", "_blank");
  if (!tab) return null;
  // The payment page must not be able to navigate this one.
  tab.opener = null;
  const { documentElement: page, body } = tab.document;
  page.lang = document.documentElement.lang;
  page.style.colorScheme = "light dark";
  tab.document.title = text;
  body.textContent = text;
  body.style.cssText =
    "margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1.25rem system-ui";
  return tab;
}

/** Returns false if a blocker or the visitor closed the tab. */
function navigatePaymentTab(tab: Window | null, url: string): boolean {
  if (!tab || tab.closed) return false;
  tab.location.replace(url);
  return true;
}

interface BuyFormProps {
  videoId: string;
  /** In cents; the buyer must confirm a price that rose since. */
  priceCents: number;
  /** A coupon code, applied in `priceCents`. */
  coupon?: string | undefined;
  size?: ButtonSize;
  variant?: ButtonVariant;
  className?: string;
  /** Accessible name. */
  label?: string;
  children: ReactNode;
}

/**
 * Opens the payment page in a new tab (product.md, Purchase flow). With script the button says "Processing…" meanwhile,
 * and a blocked tab, or a phone, continues in this tab after a second.
 */
export function BuyForm({
  videoId,
  priceCents,
  coupon,
  size,
  variant = "buy",
  className,
  label,
  children,
}: BuyFormProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { add } = useToasts();
  const navigate = useNavigate();
  const buyPath = checkoutPath(videoId, coupon);
  const fetcher = useFetcher<CheckoutAnswer | null>();
  /** The tab of the running request; a ref, because it must be known before React renders. */
  const underway = useRef<{ tab: Window | null }>();
  const [processing, setProcessing] = useState(false);
  const [blockedUrl, setBlockedUrl] = useState<string>();
  useGoAfter(blockedUrl, 1_000, { reload: true });

  /** Enables the button. Returns the waiting tab. */
  const finish = () => {
    const tab = underway.current?.tab ?? null;
    underway.current = undefined;
    setProcessing(false);
    return tab;
  };

  useOnAnswer(fetcher.data, (answer) => {
    // A network failure, handled below.
    if (answer === null) return;
    const tab = finish();
    const inTab = answer.ok && navigatePaymentTab(tab, answer.url);
    const { tone, title, description, values } = decideCheckoutToast(answer, inTab);
    add({ tone, title: t(title, values), description: description && t(description) });
    if (!answer.ok) tab?.close();
    else if (!inTab) setBlockedUrl(answer.url);
    if (!answer.ok && answer.path) navigate(linkTo(answer.path).to);
  });

  // Not in `useOnAnswer`: a second null in a row would not be a new answer.
  useEffect(() => onNetworkFailure((failed) => failed?.path === checkoutPath(videoId) && finish()?.close()));

  // This page navigates away before the answer, such as to the login: close the waiting tab.
  useEffect(() => {
    const close = () => underway.current?.tab?.close();
    window.addEventListener("pagehide", close);
    return () => {
      window.removeEventListener("pagehide", close);
      close();
    };
  }, []);

  // The back-forward cache restores the page as it was left.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setBlockedUrl(undefined);
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The second press of a double click may come before the button is disabled.
    if (underway.current || blockedUrl) return;
    underway.current = { tab: paysInSameTab() ? null : openPaymentTab(t("marketplace.processing")) };
    setProcessing(true);
    fetcher.submit(event.currentTarget, {
      method: "post",
      action: event.currentTarget.getAttribute("action") ?? "",
    });
  };
  return (
    <form
      method="post"
      action={linkTo(buyPath).to}
      target="_blank"
      onSubmit={submit}
      className={className}
      rel="noopener"
    >
      <input type="hidden" name={shownPriceField} value={priceCents} />
      {coupon && <input type="hidden" name={couponField} value={coupon} />}
      <Button
        variant={variant}
        size={size}
        // On a card the longer text must fit beside the price.
        className={classNames(
          "w-full",
          size === "small" && "aria-busy:gap-1.5 aria-busy:px-2 aria-busy:text-xs",
        )}
        aria-label={label}
        pending={processing || blockedUrl !== undefined}
        pendingLabel={t("marketplace.processing")}
      >
        {children}
      </Button>
    </form>
  );
}

/** Nothing to pay: one press gives access and plays. */
export function FreeForm({
  videoId,
  coupon,
  size,
  variant = "primary",
  label,
  children,
}: {
  videoId: string;
  coupon?: string | undefined;
  size: ButtonSize;
  variant?: ButtonVariant;
  label?: string;
  children: string;
}) {
  const linkTo = useLinkTo();
  return (
    <form method="post" action={linkTo(checkoutPath(videoId, coupon)).to}>
      <input type="hidden" name={shownPriceField} value="0" />
      <Button variant={variant} size={size} aria-label={label} className="w-full">
        {children}
      </Button>
    </form>
  );
}
