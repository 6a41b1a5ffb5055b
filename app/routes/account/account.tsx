import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { changePasswordForm } from "~/features/accounts/accounts/account-forms";
import { AccountPageTexts } from "~/features/accounts/accounts/account-page-texts";
import { findAccount } from "~/features/accounts/accounts/accounts.queries.server";
import { minLengthFor } from "~/features/accounts/accounts/password-length";
import { confirmationMailLimit } from "~/features/accounts/accounts/sign-in-limits";
import { useKnownViewer } from "~/features/accounts/accounts/use-known-viewer";
import { queueConfirmationMail } from "~/features/accounts/email-confirmation/confirm-email.server";
import { ConfirmEmailNotice } from "~/features/accounts/email-confirmation/confirm-email-notice";
import { findUnconfirmedEmail } from "~/features/accounts/email-confirmation/email-confirmation.queries.server";
import { refuseManyEdits } from "~/features/accounts/profile/edit-limit.server";
import { hasRecentProof, requireProof } from "~/features/accounts/proof/recent-proof.server";
import { SignInList } from "~/features/accounts/proof/sign-in-list";
import { ShopFooter } from "~/features/accounts/terms/shop-footer";
import { clientOf } from "~/features/base/audit/actor.server";
import { nameBrowser } from "~/features/base/form-fields/browser-name";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { parseId } from "~/features/base/form-fields/record-id";
import { changePassword } from "~/features/entrance/recovery/change-password.server";
import { ChangePasswordForm } from "~/features/entrance/recovery/change-password-form";
import { endOtherSessions } from "~/features/entrance/recovery/end-other-sessions.server";
import { keptIn, showRecentFactors } from "~/features/entrance/recovery/recent-factors.server";
import { recoveryAreaOfViewer, recoveryPaths } from "~/features/entrance/recovery/recovery-area";
import { isRefusedAddress } from "~/features/mail/outbox/mails.queries.server";
import { findErasure } from "~/features/privacy-and-law/privacy/erasures.queries.server";
import { OwnDataCard } from "~/features/privacy-and-law/privacy/own-data-card";
import { ShopHeader } from "~/features/shop/catalog/shop-header";
import { decideLocale } from "~/i18n/language-in-address";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { refuse, refuseTooMany } from "~/platform/forms/action-result.server";
import { parseFields, problemWith, readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import { noteSecurity } from "~/platform/security-events";
import { deleteOtherSession, listUserSessions } from "~/platform/session/session.queries.server";
import { requireViewer } from "~/server/guards.server";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { useLatestResultOnly } from "~/ui/forms/latest-result";
import { Notice } from "~/ui/notice";
import { BackLink } from "~/ui/page-frame/back-link";
import { Container } from "~/ui/page-frame/container";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = ({ location }) => metaText(location, "account");

export const headers = retryAfterHeaders;

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "accounts.accountLogin" } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: loginFirst });
  const locale = decideLocale(new URL(request.url));
  const { db, clock } = context.services;
  const now = clock();
  const [account, unprovenEmail, sessions, erasure, mailRefused, recent, proved] = await Promise.all([
    findAccount(db, viewer.userId),
    findUnconfirmedEmail(db, viewer.userId),
    listUserSessions(db, viewer.userId, now),
    findErasure(db, viewer.userId),
    isRefusedAddress(db, viewer.userId, now),
    showRecentFactors(db, { userId: viewer.userId, now, locale }),
    hasRecentProof(context, request),
  ]);
  return {
    email: viewer.email,
    unprovenEmail: unprovenEmail ?? null,
    mailRefused,
    erasedOn: erasure ? formatDateTime(erasure.due_at, locale) : null,
    hasPassword: account?.password_hash != null,
    hasGoogle: account?.google_sub != null,
    recent,
    minLength: minLengthFor(viewer.isAdmin),
    proofNeeded: !proved,
    sessions: sessions.map((session) => ({
      id: session.public_id,
      browser: nameBrowser(session.user_agent),
      since: formatDateTime(session.created_at, locale),
      lastSeen: formatDateTime(session.last_seen_at, locale),
      current: session.id_hash === viewer.sessionIdHash,
    })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: loginFirst });
  const fields = await readForm(request);
  const { sessionCookie } = context.services;
  if (fields.intent === "send-confirmation") return sendConfirmation(request, context, viewer.userId);
  const refused = await refuseManyEdits(context, viewer.userId, fields);
  if (refused) return refused;
  if (fields.intent === "end-session" || fields.intent === "end-others") {
    const proof = await requireProof(context, request, { action: "endSessions", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
  }
  const present = (await currentViewer(context, request)) ?? viewer;
  if (fields.intent === "end-session") {
    const id = parseId(fields.session);
    const ended = id !== undefined && (await deleteOtherSession(context.services.db, present, id));
    if (!ended) return goTo("/account", { request, context });
    noteSecurity(context, "sessionEnded", { userId: viewer.userId });
    const flash = { tone: "success", title: "accounts.endedSession" } as const;
    return goTo("/account", { request, context, flash });
  }
  if (fields.intent === "end-others") {
    const sessionId = await endOtherSessions(context.services, present);
    if (!sessionId) return goTo("/account", { request, context });
    noteSecurity(context, "otherSessionsEnded", { userId: viewer.userId });
    const flash = { tone: "success", title: "accounts.endedOthers" } as const;
    return goTo("/account", { request, context, flash, cookies: [await sessionCookie.write(sessionId)] });
  }
  const form = parseFields(changePasswordForm, fields);
  if (!form.ok) return refuse(form.problem);
  const changed = await changePassword(context.services, viewer, {
    ...form.value,
    keeps: keptIn(fields),
    client: clientOf(context, request),
  });
  if (!changed.ok && changed.error === "tooMany") {
    return refuseTooMany(context, fields, changed.retryAfterSeconds);
  }
  if (!changed.ok && changed.error === "guessable")
    return refuse(problemWith(fields, { password: changed.problem }));
  noteSecurity(context, changed.ok ? "passwordChanged" : "passwordChangeFailed", { userId: viewer.userId });
  if (!changed.ok && changed.error === "signedOut") return goTo("/account", { request, context });
  if (!changed.ok) return refuse(problemWith(fields, { currentPassword: "accounts.currentWrong" }));
  return goTo("/account", {
    request,
    context,
    flash: {
      tone: "success",
      title: "accounts.passwordChanged",
      ...(changed.removed && { description: "accounts.recentRemoved" }),
    },
    cookies: [await sessionCookie.write(changed.sessionId)],
  });
}

async function sendConfirmation(request: Request, context: ActionFunctionArgs["context"], userId: string) {
  const { db, rateLimits } = context.services;
  const fields = { intent: "send-confirmation" };
  try {
    const taken = await rateLimits.take(confirmationMailLimit, userId);
    if (!taken.ok) return refuseTooMany(context, fields, taken.retryAfterSeconds);
    await queueConfirmationMail(db, { userId, locale: decideLocale(new URL(request.url)) });
  } catch (error) {
    context.log.error({ err: error }, "a confirmation mail could not be queued");
    return refuse(problemWith(fields, { form: "accounts.confirmationFailed" }), { status: 503 });
  }
  return goTo("/account", {
    request,
    context,
    flash: { tone: "success", title: "accounts.confirmationSent" },
  });
}

export default function AccountRoute() {
  return (
    <AccountPageTexts>
      <Account />
    </AccountPageTexts>
  );
}

function Account() {
  const { email, unprovenEmail, mailRefused, hasPassword, hasGoogle, sessions, erasedOn, ...more } =
    useLoaderData<typeof loader>();
  const { recent, proofNeeded, minLength } = more;
  const answered = useActionData<typeof action>();
  const intent = answered?.done === false ? answered.problem.values.intent : undefined;
  const ofMail = intent === "send-confirmation";
  const ofSessions = intent === "end-session" || intent === "end-others";
  const result = useActionResult(ofMail || ofSessions ? undefined : answered);
  const mailResult = useActionResult(ofMail ? answered : undefined);
  const sessionsResult = useActionResult(ofSessions ? answered : undefined);
  useLatestResultOnly(useNavigation().state === "submitting");
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container width="narrow" className="pt-4 pb-8 sm:pt-6 sm:pb-12">
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
              <ConfirmEmailNotice email={unprovenEmail} error={mailResult.errorOf("form")} />
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
              <ChangePasswordForm email={email} recent={recent} minLength={minLength} result={result} />
            ) : (
              <NoPassword />
            )}
          </Card>
          <Card as="section" className="mt-8 p-6 sm:p-8">
            <h2 className="text-xl">{t("accountPage.sessionsTitle")}</h2>
            <SignInList signIns={sessions} proofNeeded={proofNeeded} result={sessionsResult} />
          </Card>
          <OwnDataCard erasedOn={erasedOn} />
        </Container>
      </main>
      <ShopFooter />
    </div>
  );
}

/** Links to the area of this person. */
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
