import { type MouseEvent, useEffect, useState } from "react";
import { paymentPath, seePaymentKey } from "~/features/awaiting/see-payment";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { useGoAfter } from "~/ui/after-delay";
import { ButtonLink } from "~/ui/button";
import type { ButtonSize } from "~/ui/button-look";
import { useToasts } from "~/ui/toast-store";
import { BuyForm } from "./buy-form";
import type { ShownStep } from "./shown-step";

interface WatchButtonProps {
  videoId: string;
  title: string;
  /** Cents. */
  priceCents: number;
  shown: ShownStep;
  size?: ButtonSize;
  /** What it says, unless "Watch", or "See boleto" where a payment waits. */
  children?: string;
}

/** The card's Watch button (product.md, Marketplace). A boleto or Pix that waits to be paid is seen instead. */
export function WatchButton({
  videoId,
  title,
  priceCents,
  shown: { step, saleId, awaited },
  size = "small",
  children,
}: WatchButtonProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const word = children ?? t("marketplace.watch");
  const label = `${word}: ${title}`;
  if (step === "buy") {
    return (
      <BuyForm videoId={videoId} priceCents={priceCents} size={size} label={label}>
        {word}
      </BuyForm>
    );
  }
  if (awaited && saleId) {
    const see = t(seePaymentKey(awaited));
    return (
      <ButtonLink {...linkTo(paymentPath(saleId))} size={size} aria-label={`${see}: ${title}`}>
        {see}
      </ButtonLink>
    );
  }
  if (step === "login") return <LoginFirst {...{ videoId, word, label, size }} />;
  return (
    <ButtonLink {...linkTo(`/watch/${videoId}`)} size={size} aria-label={label}>
      {word}
    </ButtonLink>
  );
}

/**
 * Without script a link to the video, whose own page sends nobody on to the login and says why there. With script it
 * says so first and goes to the login itself after 1.5 s (product.md, Purchase flow): told before, it is not told again.
 */
function LoginFirst({
  videoId,
  word,
  label,
  size,
}: {
  videoId: string;
  word: string;
  label: string;
  size: ButtonSize;
}) {
  const t = useText();
  const { add, dismiss } = useToasts();
  const linkTo = useLinkTo();
  const watch = `/watch/${videoId}`;
  const login = linkTo(`/consumer-login?redirectTo=${encodeURIComponent(watch)}`).to;
  /** The toast that announces the way there. */
  const [announced, setAnnounced] = useState<string>();
  useGoAfter(announced && login, 1_500);
  // With the button goes the redirect, done or not: what announced it has nothing more to say.
  useEffect(() => (announced ? () => dismiss(announced) : undefined), [announced, dismiss]);
  const explain = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (announced) return;
    const [title, description] = [t("marketplace.loginRequired"), t("marketplace.loginRequiredText")];
    setAnnounced(add({ tone: "info", title, description }));
  };
  return (
    <ButtonLink {...linkTo(watch)} size={size} aria-label={label} onClick={explain}>
      {word}
    </ButtonLink>
  );
}
