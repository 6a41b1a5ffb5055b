import { Form, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { AccountPassword } from "~/features/base/accounts/account-password";
import { CardPage } from "~/features/base/accounts/card-page";
import { passwordMinLength } from "~/features/base/accounts/sign-in-limits";
import { AcceptsTerms, TellsWithdrawal } from "~/features/base/accounts/terms";
import { PasskeySignIn } from "~/features/base/factors/passkey-button";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import {
  type RecoveryArea,
  recoveryPaths,
  returnPathOf,
  withReturnPath,
} from "~/features/entrance/recovery/recovery-rules";
import { shownPriceField } from "~/features/orders/checkout/shown-price";
import { videoPath } from "~/features/videos/listing/video-address";
import { LanguageSwitch } from "~/i18n/language-switch";
import { type Currency, formatPrice } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { TextLink } from "~/ui/link";
import { Tabs } from "~/ui/tabs";
import { Thumbnail } from "~/ui/thumbnail";
import { GoogleButton } from "./google-button";

interface LoginFormProps {
  result: ReturnType<typeof useActionResult>;
  area: RecoveryArea;
  /** For a page with both tabs. */
  intent?: "login" | "signup";
  children?: ReactNode;
}

/** One form for both tabs, so that typed values survive a change of tab. */
export function LoginForm({ result, area, intent, children }: LoginFormProps) {
  const { done, field } = result;
  const signingUp = intent === "signup";
  const busy = useNavigation().formData !== undefined || done;
  const t = useText();
  const linkTo = useLinkTo();
  const { search } = useLocation();
  const forgot = linkTo(withReturnPath(recoveryPaths[area].forgot, returnPathOf(search)));
  const labels = {
    fullName: t("accounts.fullName"),
    email: t("accounts.email"),
    password: t("accounts.password"),
  };
  return (
    <Form method="post" className="space-y-5">
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
      <FormProblem
        result={result}
        labels={labels}
        more={
          // For every failure alike: it must not tell that an account's password was removed.
          result.problem?.errors.form === "accounts.loginFailed" && (
            <TextLink {...forgot}>{t("accounts.loginForgotten")}</TextLink>
          )
        }
      />
      {signingUp && (
        <Field {...field("fullName")} label={labels.fullName} autoComplete="name" maxLength={200} required />
      )}
      <Field
        {...field("email")}
        type="email"
        label={labels.email}
        autoComplete={signingUp ? "email" : "username"}
        required
      />
      <AccountPassword
        result={result}
        name="password"
        label={labels.password}
        hint={signingUp ? t("accounts.passwordHint", { min: passwordMinLength }) : undefined}
        autoComplete={signingUp ? "new-password" : "current-password"}
      />
      <Button
        className="w-full"
        size="large"
        pending={busy}
        pendingLabel={t(signingUp ? "accounts.signingUp" : "accounts.loggingIn")}
      >
        {t(signingUp ? "accounts.signup" : "accounts.login")}
      </Button>
      {signingUp && <AcceptsTerms by="signup" />}
      {!signingUp && (
        <p className="text-center">
          <TextLink {...forgot}>{t("accounts.forgotLink")}</TextLink>
        </p>
      )}
    </Form>
  );
}

export const isSignup = (params: URLSearchParams) => params.get("tab") === "signup";

/** `video`: the one that the learner came to buy or watch. */
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

export interface IntendedVideoView {
  id: string;
  title: string;
  thumbnailUrl: string | null;
  creatorName: string;
  priceCents: number;
  currency: Currency;
  buys: boolean;
}

/** The video that a login leads to: a row above the form on a phone, a column beside it on a wide screen. */
function IntendedVideo({
  title,
  thumbnailUrl,
  creatorName,
  priceCents,
  currency,
  buys,
}: Omit<IntendedVideoView, "id">) {
  const t = useText();
  const locale = useLocale();
  return (
    <section
      aria-label={t("accounts.intendedVideo")}
      className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-4 lg:grid-cols-1 lg:gap-y-5"
    >
      <Thumbnail src={thumbnailUrl} alt="" eager="first" className="rounded-card" />
      <div>
        <p className="line-clamp-2 font-semibold lg:line-clamp-none lg:font-display lg:text-2xl lg:font-bold">
          {title}
        </p>
        <p className="mt-1 truncate text-sm text-ink-faint">{t("common.by", { name: creatorName })}</p>
        <p className="mt-1 font-display text-xl font-bold text-primary tabular-nums lg:mt-3 lg:text-3xl">
          {formatPrice(priceCents, currency, locale)}
        </p>
      </div>
      {buys && priceCents > 0 && <TellsWithdrawal className="col-span-full mt-4 lg:mt-0" />}
    </section>
  );
}
