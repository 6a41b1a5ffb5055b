import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { formatCreatorShare } from "~/features/base/money/platform-share";
import type { MessageKey } from "~/i18n/message-key";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { FormError } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";

/**
 * Asks before the page is left: with this question where the app navigates, with the browser's own where it closes or
 * reloads. At most one may be rendered at a time: the router supports one blocker.
 */
export function LeaveWarning({ question }: { question: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);

  return null;
}

/** Problems and values of a sent form. */
export interface UploadProblem {
  errors: Partial<Record<string, MessageKey>>;
  values: Partial<Record<string, string>>;
  failure?: { step: MessageKey; reason: MessageKey } | undefined;
}

/** Videos per day, before and after the e-mail is confirmed. */
export interface Ceiling {
  videos: number;
  confirmed: number;
}

interface UploadIntroProps {
  /** The platform's share of the creator's sales, in basis points. */
  shareBp: number;
  ceiling: Ceiling | undefined;
  /** Whether the address names a draft that does not exist any more. */
  isGone: boolean;
}

/** The top of the upload page: what a sale earns, and the limit of videos per day. */
export function UploadIntro({ shareBp, ceiling, isGone }: UploadIntroProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  return (
    <>
      <PageHeader
        title={t("creator.upload")}
        description={t("creator.uploadText", { percent: formatCreatorShare(shareBp, locale) })}
        className={ceiling ? "mb-3" : "mb-8"}
      />
      {ceiling && (
        <p className="mb-8 text-sm text-ink-soft">
          {t("videos.unprovenCeiling", { ...ceiling })}{" "}
          <TextLink {...linkTo("/account")}>{t("videos.unprovenCeilingLink")}</TextLink>
        </p>
      )}
      {isGone && (
        <Notice tone="warn" className="mb-8">
          {t("drafts.gone")}
        </Notice>
      )}
    </>
  );
}

interface UploadMessagesProps {
  problem: UploadProblem | undefined;
  /** Whether the server found the problem, not the script. */
  isAnswer: boolean;
  draftId: string;
}

/** The messages above the upload form, about the form as a whole; those about a field are beside it. */
export function UploadMessages({ problem, isAnswer, draftId }: UploadMessagesProps) {
  const t = useText();
  const linkTo = useLinkTo();
  if (!problem) return null;
  const { failure } = problem;
  const { form, draft } = problem.errors;
  return (
    <>
      {failure && (
        <Notice tone="danger" role="alert" title={t("videos.uploadFailed")}>
          {t(failure.step, { reason: t(failure.reason) })}
        </Notice>
      )}
      {form && (
        <Notice tone="danger" role="alert" title={t("videos.uploadFailed")}>
          {t(form)}
        </Notice>
      )}
      {draft && (
        <Notice tone="danger" role="alert" title={t("drafts.notSaved")}>
          {t(draft)}{" "}
          {draft === "drafts.changed" && (
            <TextLink {...linkTo(`/creator/upload?draft=${draftId}`)} target="_blank">
              {t("drafts.openOther")}
            </TextLink>
          )}
        </Notice>
      )}
      {isAnswer && !failure && !draft && <FormError>{t("common.checkFields")}</FormError>}
    </>
  );
}
