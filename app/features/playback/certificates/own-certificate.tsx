import { Form, useNavigation } from "@remix-run/react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { CertificateFacts } from "./certificate-facts";
import type { OwnCertificateView } from "./show-certificate.server";

interface OwnCertificateProps {
  courseId: string;
  shown: OwnCertificateView;
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
}

/** A learner's certificate of a course with its document, or what is missing for it. */
export function OwnCertificate({ courseId, shown, errorOf, typedIn }: OwnCertificateProps) {
  const t = useText();
  const linkTo = useLinkTo();
  if (shown.state === "unfinished") {
    const { done, all } = shown;
    return (
      <>
        <p className="font-semibold tabular-nums">{t("certificate.progress", { done, all })}</p>
        <p className="mt-2 text-ink-soft">{t("certificate.unfinished")}</p>
        <ButtonLink {...linkTo(`/watch/${courseId}`)} size="large" className="mt-6 w-full">
          <Icon name="play" />
          {t("certificate.goOn")}
        </ButtonLink>
      </>
    );
  }
  if (shown.state === "ready") {
    return (
      <>
        {shown.declared && (
          <Notice tone="info" className="mb-5">
            {t("certificate.declaredHint")}
          </Notice>
        )}
        <NameForm
          errorOf={errorOf}
          typedIn={typedIn}
          intent="issue"
          name={shown.name}
          hint={t("certificate.nameHint")}
          label={t("certificate.issue")}
        />
      </>
    );
  }
  const { certificate, mayCorrect, mayConfirm, declared } = shown;
  return (
    <>
      <CertificateFacts certificate={certificate} />
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <ButtonLink {...linkTo(`/courses/${courseId}/certificate.pdf`)} reloadDocument>
          {t("certificate.download")}
        </ButtonLink>
        <ButtonLink {...linkTo(certificate.path)} variant="secondary">
          {t("certificate.public")}
        </ButtonLink>
      </div>
      <p className="mt-3 text-sm text-ink-soft">{t("certificate.publicHint")}</p>
      {declared && <p className="mt-3 text-sm text-ink-soft">{t("certificate.declaredHint")}</p>}
      {mayConfirm && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="intent" value="issue" />
          <input type="hidden" name="fullName" value={certificate.name} />
          <Button variant="secondary" className="w-full">
            {t("certificate.confirm")}
          </Button>
        </Form>
      )}
      {mayCorrect && (
        <details className="mt-6 border-t border-line pt-4" open={errorOf("fullName") !== undefined}>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
            {t("certificate.correctTitle")}
          </summary>
          <div className="mt-3">
            <NameForm
              errorOf={errorOf}
              typedIn={typedIn}
              intent="correct"
              name={certificate.name}
              hint={t("certificate.correctHint")}
              label={t("certificate.correct")}
            />
          </div>
        </details>
      )}
    </>
  );
}

interface NameFormProps extends Pick<OwnCertificateProps, "errorOf" | "typedIn"> {
  intent: "issue" | "correct";
  name: string;
  hint: string;
  label: string;
}

function NameForm({ intent, name, hint, label, errorOf, typedIn }: NameFormProps) {
  const t = useText();
  return (
    <Form method="post" className="space-y-5" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <Field
        name="fullName"
        label={t("certificate.name")}
        hint={hint}
        error={errorOf("fullName")}
        defaultValue={typedIn("fullName") ?? name}
        autoComplete="name"
        maxLength={200}
        required
      />
      <Button
        size="large"
        variant={intent === "issue" ? "primary" : "secondary"}
        className="w-full"
        pending={useNavigation().formData !== undefined}
      >
        {label}
      </Button>
    </Form>
  );
}
