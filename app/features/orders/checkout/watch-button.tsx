import { type MouseEvent, useEffect, useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import type { ButtonSize, ButtonVariant } from "~/ui/looks";
import { useGoAfter } from "~/ui/navigation";
import { useToasts } from "~/ui/toasts/toasts";
import { paymentPath, seePaymentKey } from "./awaited-payment";
import { BuyForm, FreeForm } from "./buy-form";
import type { WatchButtonState } from "./holding";
import { checkoutPath, loginToBuyPath } from "./purchase-intention";

interface WatchButtonProps {
  videoId: string;
  title: string;
  priceCents: number;
  /** A coupon code, applied in `priceCents`. */
  coupon?: string | undefined;
  state: WatchButtonState;
  size?: ButtonSize;
  /** `card`: a secondary action. */
  look?: "card" | "buy";
  /** By default "Watch", or "See boleto" for a pending payment. */
  children?: string;
}

/** The card's Watch button (product.md, Marketplace), or the link to a boleto or Pix that waits to be paid. */
export function WatchButton({
  videoId,
  title,
  priceCents,
  coupon,
  state: { step, saleId, awaited },
  size = "small",
  look,
  children,
}: WatchButtonProps) {
  const t = useText();
  const variant = look === "card" ? "secondary" : look;
  const owned = step === "bought" || step === "own";
  const linkTo = useLinkTo();
  const word = children ?? t("marketplace.watch");
  const label = `${word}: ${title}`;
  if (step === "buy" && priceCents === 0)
    return (
      <FreeForm videoId={videoId} size={size} label={label} {...(variant && { variant })}>
        {word}
      </FreeForm>
    );
  if (step === "buy") {
    return (
      <BuyForm
        videoId={videoId}
        priceCents={priceCents}
        coupon={coupon}
        size={size}
        label={label}
        {...(variant && { variant })}
      >
        {word}
      </BuyForm>
    );
  }
  // The video's page says which payment comes first.
  if (step === "held")
    return (
      <ButtonLink {...linkTo(`/videos/${videoId}`)} size={size} variant={variant} aria-label={label}>
        {word}
      </ButtonLink>
    );
  if (awaited && saleId) {
    const see = t(seePaymentKey(awaited));
    return (
      <ButtonLink
        {...linkTo(paymentPath(saleId))}
        size={size}
        variant={variant}
        aria-label={`${see}: ${title}`}
      >
        {see}
      </ButtonLink>
    );
  }
  if (step === "login" && look === "buy")
    return (
      <ButtonLink
        {...linkTo(loginToBuyPath(videoId, { coupon, after: "buy" }))}
        size={size}
        variant={variant}
        aria-label={label}
      >
        {word}
      </ButtonLink>
    );
  if (step === "login")
    return (
      <LoginFirst videoId={videoId} coupon={coupon} word={word} label={label} size={size} variant={variant} />
    );
  return (
    <ButtonLink
      {...linkTo(`/watch/${videoId}`)}
      size={size}
      variant={owned ? "yours" : variant}
      aria-label={label}
    >
      {word}
    </ButtonLink>
  );
}

/**
 * With script a toast announces the login, which opens after 1.5 s (product.md, Purchase flow); without script the login
 * shows the message.
 */
function LoginFirst({
  videoId,
  coupon,
  word,
  label,
  size,
  variant,
}: {
  videoId: string;
  coupon: string | undefined;
  word: string;
  label: string;
  size: ButtonSize;
  variant: ButtonVariant | undefined;
}) {
  const t = useText();
  const { add, dismiss } = useToasts();
  const linkTo = useLinkTo();
  const login = linkTo(loginToBuyPath(videoId, { coupon, after: "watch" })).to;
  const [announced, setAnnounced] = useState<string>();
  useGoAfter(announced && login, 1_500);
  // Dismisses the toast when the button unmounts, whether or not it redirected.
  useEffect(() => (announced ? () => dismiss(announced) : undefined), [announced, dismiss]);
  const explain = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (announced) return;
    const [title, description] = [t("marketplace.loginRequired"), t("marketplace.loginRequiredText")];
    setAnnounced(add({ tone: "info", title, description }));
  };
  return (
    <ButtonLink
      {...linkTo(checkoutPath(videoId, coupon))}
      size={size}
      variant={variant}
      aria-label={label}
      onClick={explain}
    >
      {word}
    </ButtonLink>
  );
}
