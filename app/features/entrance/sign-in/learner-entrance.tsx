import { useSearchParams } from "@remix-run/react";
import { CardPage } from "~/features/accounts/accounts/card-page";
import { PasskeySignIn } from "~/features/accounts/factors/passkey-sign-in";
import { IntendedVideo } from "~/features/orders/checkout/intended-video";
import { shownPriceField } from "~/features/orders/checkout/shown-price";
import { videoPath } from "~/features/videos/listing/video-address";
import { LanguageSwitch } from "~/i18n/language-switch";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Tabs } from "~/ui/tabs";
import { GoogleButton } from "./google-button";
import { LoginForm } from "./login-form";
import type { IntendedVideoView } from "./show-intended-video.server";

/** Whether the address asks for the sign-up. */
export const isSignup = (params: URLSearchParams) => params.get("tab") === "signup";

/**
 * The learners' sign-in and sign-up, as two tabs. `video`: the one that they came to buy or watch; undefined if they
 * came otherwise.
 */
export function LearnerEntrance({
  video,
  result,
}: {
  video: IntendedVideoView | undefined;
  result: ReturnType<typeof useActionResult>;
}) {
  const [params] = useSearchParams();
  const signingUp = isSignup(params);
  const t = useText();
  const linkTo = useLinkTo();
  const redirectTo = params.get("redirectTo");
  const passkeyFields = {
    ...(redirectTo && { redirectTo }),
    ...(video?.buys && { [shownPriceField]: String(video.priceCents) }),
  };
  const tab = (name?: string) => {
    const query = new URLSearchParams(params);
    query.delete("tab");
    if (name) query.set("tab", name);
    return `/consumer-login?${query}`;
  };
  return (
    <CardPage
      backTo={linkTo(video ? videoPath(video) : "/").to}
      title={t("accounts.learnerTitle")}
      description={t(
        video?.buys ? "accounts.thenPay" : signingUp ? "accounts.signupText" : "accounts.learnerText",
      )}
      corner={<LanguageSwitch />}
      beside={video && <IntendedVideo {...video} />}
    >
      <Tabs
        label={t("accounts.tabs")}
        className="mb-6"
        items={[
          { to: tab(), label: t("accounts.login"), current: !signingUp },
          { to: tab("signup"), label: t("accounts.signupTab"), current: signingUp },
        ]}
      />
      <GoogleButton entrance="consumer" redirectTo={params.get("redirectTo") ?? undefined} />
      <LoginForm result={result} area="learner" intent={signingUp ? "signup" : "login"}>
        {video?.buys && <input type="hidden" name={shownPriceField} value={video.priceCents} />}
      </LoginForm>
      {!signingUp && <PasskeySignIn entrance="consumer" fields={passkeyFields} />}
    </CardPage>
  );
}
