import { Form, useNavigation } from "@remix-run/react";
import { useKnownViewer } from "~/features/base/accounts/use-root-data";
import { SignInList } from "~/features/base/factors/sign-in-list";
import { ChangePasswordForm } from "~/features/entrance/recovery/password-forms";
import { recoveryAreaOfViewer, recoveryPaths } from "~/features/entrance/recovery/recovery-rules";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { AccountTexts } from "~/i18n/account-texts";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { useLatestResultOnly } from "~/ui/toasts/toasts";
import type { AccountView } from "./account-page.server";

type Result = ReturnType<typeof useActionResult>;

interface OwnAccountPageProps {
  shown: AccountView & { proofNeeded: boolean };
  /** The last result of each form. */
  results: { mail: Result; password: Result; sessions: Result };
}

export function OwnAccountPage(props: OwnAccountPageProps) {
  useLatestResultOnly(useNavigation().state === "submitting");
  return (
    <AccountTexts>
      <ShopPage width="narrow" className="pt-4 pb-8 sm:pt-6 sm:pb-12">
        <Sections {...props} />
      </ShopPage>
    </AccountTexts>
  );
}

function Sections({ shown, results }: OwnAccountPageProps) {
  const { email, unprovenEmail, mailRefused, hasPassword, hasGoogle, erasedOn } = shown;
  const { sessions, recent, proofNeeded, minLength } = shown;
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <>
      <PageHeader
        above={<Home />}
        title={t("accounts.accountTitle")}
        description={<p className="break-words">{t("accountPage.text", { email })}</p>}
      />
      {hasGoogle && (
        <p className="mt-4">
          <Badge tone="info">{t("accountPage.googleLinked")}</Badge>
        </p>
      )}
      {mailRefused && (
        <Notice tone="warn" title={t("accountPage.mailRefused")} className="mt-6">
          <p className="break-words">{t("accountPage.mailRefusedText", { email })}</p>
          <TextLink {...linkTo("/account/profile")}>{t("accountPage.profileLink")}</TextLink>
        </Notice>
      )}
      {unprovenEmail && (
        <div className="mt-6">
          <ConfirmEmailNotice email={unprovenEmail} error={results.mail.errorOf("form")} />
        </div>
      )}
      <Card as="section" className="mt-8 p-6 sm:p-8">
        <h2 className="text-xl">{t("accountPage.securityTitle")}</h2>
        <ul className="mt-2">
          <li>
            <TextLink {...linkTo("/account/profile")}>{t("accountPage.profileLink")}</TextLink>
          </li>
          <li>
            <TextLink {...linkTo("/account/second-factor")}>{t("accountPage.secondLink")}</TextLink>
          </li>
          <li>
            <TextLink {...linkTo("/account/passkeys")}>{t("accountPage.passkeysLink")}</TextLink>
          </li>
          <li>
            <TextLink {...linkTo("/account/mails")}>{t("accountPage.mailChoicesLink")}</TextLink>
          </li>
        </ul>
      </Card>
      <Card as="section" className="mt-8 p-6 sm:p-8">
        <h2 className="mb-5 text-xl">
          {t(hasPassword ? "accountPage.changePassword" : "accounts.password")}
        </h2>
        {hasPassword ? (
          <ChangePasswordForm email={email} recent={recent} minLength={minLength} result={results.password} />
        ) : (
          <NoPassword />
        )}
      </Card>
      <Card as="section" className="mt-8 p-6 sm:p-8">
        <h2 className="text-xl">{t("accountPage.sessionsTitle")}</h2>
        <SignInList signIns={sessions} proofNeeded={proofNeeded} result={results.sessions} />
      </Card>
      <OwnDataCard erasedOn={erasedOn} />
    </>
  );
}

function Home() {
  const viewer = useKnownViewer();
  const t = useText();
  const linkTo = useLinkTo();
  if (viewer?.isAdmin) return <BackLink {...linkTo("/admin/dashboard")}>{t("admin.dashboard")}</BackLink>;
  if (viewer?.isCreator)
    return <BackLink {...linkTo("/creator/dashboard")}>{t("marketplace.studio")}</BackLink>;
  return <BackLink {...linkTo("/marketplace")}>{t("watch.toMarketplace")}</BackLink>;
}

function NoPassword() {
  const viewer = useKnownViewer();
  const t = useText();
  const linkTo = useLinkTo();
  const { forgot } = recoveryPaths[recoveryAreaOfViewer(viewer)];
  return (
    <>
      <p className="text-ink-soft">{t("accountPage.setPasswordText")}</p>
      <TextLink {...linkTo(forgot)} className="mt-2">
        {t("accounts.forgotTitle")}
      </TextLink>
    </>
  );
}

/** Posts to the current page. */
function ConfirmEmailNotice({ email, error }: { email: string; error?: string }) {
  const busy = useNavigation().formData?.get("intent") === "send-confirmation";
  const isCreator = useKnownViewer()?.isCreator;
  const t = useText();
  return (
    <Notice tone="warn" title={t("accountPage.unconfirmedTitle")}>
      <p className="break-words">
        {t("accountPage.unconfirmedText", { email })} {isCreator && t("accountPage.unconfirmedCreator")}
      </p>
      {error && (
        <p role="alert" className="mt-2 font-semibold">
          {error}
        </p>
      )}
      <Form method="post" className="mt-3">
        <input type="hidden" name="intent" value="send-confirmation" />
        <Button variant="secondary" pending={busy}>
          {t("accountPage.sendConfirmation")}
        </Button>
      </Form>
    </Notice>
  );
}

/** `erasedOn`: when the account is to be erased. */
function OwnDataCard({ erasedOn }: { erasedOn: string | null }) {
  const t = useText();
  const linkTo = useLinkTo();
  const page = linkTo("/account/data");
  return (
    <Card as="section" className="mt-8 space-y-3 p-6 sm:p-8">
      <h2 className="text-xl">{t("accountPage.dataTitle")}</h2>
      {erasedOn ? (
        <Notice tone="warn" title={t("accountPage.erasureNotice", { date: erasedOn })}>
          <TextLink {...page}>{t("accountPage.erasureNoticeLink")}</TextLink>
        </Notice>
      ) : (
        <>
          <p className="text-ink-soft">{t("accountPage.dataText")}</p>
          <TextLink {...page}>{t("accountPage.dataLink")}</TextLink>
        </>
      )}
    </Card>
  );
}
