import { useFetcher, useNavigate } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { useGoAfter } from "~/ui/after-delay";
import { Button } from "~/ui/button";
import type { ButtonSize } from "~/ui/button-look";
import { classNames } from "~/ui/class-names";
import { useOnAnswer } from "~/ui/on-answer";
import { useToasts } from "~/ui/toast-store";
import { leadsToVideo } from "./needless-purchase";
import { leadPaymentTab, openPaymentTab } from "./payment-tab";
import { shownPriceField } from "./shown-price";

/** What the checkout's address answers a script: where to pay, or why not. */
export type CheckoutAnswer =
  | { ok: true; url: string }
  /** `values` fill the gaps of the message. */
  | { ok: false; error: MessageKey; values?: Record<string, string> };

interface BuyFormProps {
  videoId: string;
  /** The price on this page, in cents: the buyer is asked again where it rose meanwhile. */
  priceCents: number;
  size?: ButtonSize;
  className?: string;
  /** Tells one button from the next to who cannot see the card around it. */
  label?: string;
  children: ReactNode;
}

/**
 * Begins to buy (product.md, Purchase flow). A form that opens the payment page in a new tab; with script the
 * button says "Processing…" meanwhile, the tab closes again when there is nothing to pay, and where it was blocked the
 * visitor goes to pay in this one after a second.
 */
export function BuyForm({ videoId, priceCents, size, className, label, children }: BuyFormProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { add } = useToasts();
  const navigate = useNavigate();
  const watchPath = linkTo(`/watch/${videoId}`).to;
  const fetcher = useFetcher<CheckoutAnswer>();
  /** The tab of the purchase that is being begun; undefined while none is. Known before React has rendered anything. */
  const underway = useRef<{ tab: Window | null }>();
  const [processing, setProcessing] = useState(false);
  const [blockedUrl, setBlockedUrl] = useState<string>();
  useGoAfter(blockedUrl, 1_000, { reload: true });

  useOnAnswer(fetcher.data, (answer) => {
    const { tab } = underway.current ?? { tab: null };
    underway.current = undefined;
    setProcessing(false);
    if (!answer.ok) {
      tab?.close();
      if (leadsToVideo(answer.error)) {
        add({ tone: "info", title: t(answer.error, answer.values) });
        navigate(watchPath);
      } else {
        add({ tone: "error", title: t("marketplace.buyFailed"), description: t(answer.error) });
      }
    } else if (leadPaymentTab(tab, answer.url)) {
      add({ tone: "success", title: t("marketplace.checkoutOpened") });
    } else {
      add({ tone: "info", title: t("marketplace.redirecting") });
      setBlockedUrl(answer.url);
    }
  });

  // Away before the answer, such as to the login because the session has ended: the tab has nothing to wait for.
  useEffect(() => {
    const close = () => underway.current?.tab?.close();
    window.addEventListener("pagehide", close);
    return () => {
      window.removeEventListener("pagehide", close);
      close();
    };
  }, []);

  // Back from paying in this tab, the browser may show the page as it was left.
  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setBlockedUrl(undefined);
    window.addEventListener("pageshow", reset);
    return () => window.removeEventListener("pageshow", reset);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The second press of a double click may come before the button is seen to be shut.
    if (underway.current || blockedUrl) return;
    underway.current = { tab: openPaymentTab(t("marketplace.processing")) };
    setProcessing(true);
    fetcher.submit(event.currentTarget, {
      method: "post",
      action: event.currentTarget.getAttribute("action") ?? "",
    });
  };
  return (
    <form
      method="post"
      action={linkTo(`/videos/${videoId}/checkout`).to}
      target="_blank"
      onSubmit={submit}
      className={className}
      rel="noopener"
    >
      <input type="hidden" name={shownPriceField} value={priceCents} />
      <Button
        size={size}
        // On a card the longer word stays beside the price: in a line of its own it would move the whole row.
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
