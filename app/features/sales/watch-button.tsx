import { type MouseEvent, useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { useGoAfter } from "~/ui/after-delay";
import { ButtonLink } from "~/ui/button";
import type { ButtonSize } from "~/ui/button-look";
import { useToasts } from "~/ui/toast-store";
import { BuyForm } from "./buy-form";
import type { WatchStep } from "./watch-step";

interface WatchButtonProps {
  videoId: string;
  title: string;
  step: WatchStep;
  size?: ButtonSize;
  /** What it says, unless "Watch". */
  children?: string;
}

/** The card's Watch button (spec section 2, Marketplace). */
export function WatchButton({ videoId, title, step, size = "small", children }: WatchButtonProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const word = children ?? t("marketplace.watch");
  const label = `${word}: ${title}`;
  if (step === "buy") {
    return (
      <BuyForm videoId={videoId} size={size} label={label}>
        {word}
      </BuyForm>
    );
  }
  if (step === "login") return <LoginFirst {...{ videoId, word, label, size }} />;
  return (
    <ButtonLink {...linkTo(`/watch/${videoId}`)} size={size} aria-label={label}>
      {word}
    </ButtonLink>
  );
}

/** A link to the login; with script it says so first and goes after 1.5 s (spec section 9). */
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
  const { add } = useToasts();
  const login = useLinkTo()(`/consumer-login?redirectTo=${encodeURIComponent(`/watch/${videoId}`)}`).to;
  const [leaving, setLeaving] = useState(false);
  useGoAfter(leaving ? login : undefined, 1_500);
  const explain = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (leaving) return;
    setLeaving(true);
    add({
      tone: "info",
      title: t("marketplace.loginRequired"),
      description: t("marketplace.loginRequiredText"),
    });
  };
  return (
    <ButtonLink to={login} size={size} aria-label={label} onClick={explain}>
      {word}
    </ButtonLink>
  );
}
