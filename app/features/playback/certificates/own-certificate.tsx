import { Form, useNavigation } from "@remix-run/react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import type { FormFields } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { Container } from "~/ui/page-frame/container";
import { BackLink } from "~/ui/page-frame/page-header";
import { CertificateFacts } from "./certificate-facts";
import { CertificateSheet } from "./certificate-sheet";
import { lessonPath } from "./lessons-beside";
import type { OwnCertificateView } from "./show-certificate.server";

interface OwnCertificateProps {
  courseId: string;
  shown: OwnCertificateView;
  result: FormFields;
}

export function CertificateHead({ courseId, shown, result }: OwnCertificateProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const certificate = shown.state === "issued" ? shown.certificate : undefined;
  return (
    <div className="bg-forest pt-2 pb-20 text-on-forest sm:pb-28">
      <Container>
        <BackLink {...linkTo(`/watch/${courseId}`)} className="text-on-forest! hover:underline print:hidden">
          {certificate?.course ?? ("course" in shown ? shown.course : "")}
        </BackLink>
        <div className="mt-2 grid items-center gap-x-12 gap-y-6 lg:mt-6 lg:grid-cols-2">
          <div className="min-w-0 max-lg:order-2">
            <h1 className="text-4xl text-on-forest sm:text-6xl">
              {t(shown.state === "unfinished" ? "certificate.title" : "certificate.finished")}
            </h1>
            <p className="mt-3 text-lg sm:text-xl [overflow-wrap:anywhere]">
              {certificate
                ? certificate.congratulations
                : shown.state === "ready"
                  ? t("certificate.congratulations", {
                      name: shown.name,
                      watched: shown.watched,
                      count: shown.lessons,
                    })
                  : shown.state === "unfinished" &&
                    t("certificate.progress", { done: shown.done, all: shown.all })}
            </p>
            {certificate && (
              <div className="mt-6 flex flex-wrap gap-2 sm:gap-3 max-sm:*:w-full">
                <ButtonLink
                  {...linkTo(`/courses/${courseId}/certificate.pdf`)}
                  variant="onForest"
                  size="large"
                  reloadDocument
                >
                  <Icon name="download" />
                  {t("certificate.download")}
                </ButtonLink>
                <a
                  href={certificate.linkedIn}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonLook(
                    "quiet",
                    "large",
                    "border border-on-forest text-on-forest! no-underline!",
                  )}
                >
                  {t("certificate.linkedIn")}
                </a>
              </div>
            )}
          </div>
          <div className="min-w-0">
            {certificate ? (
              <div className="lg:rotate-2">
                <CertificateSheet
                  marks={certificate.sheet}
                  label={t("certificate.sheet", { name: certificate.name, course: certificate.course })}
                />
              </div>
            ) : (
              <Card className="p-5 text-ink sm:p-7">
                {shown.state === "unfinished" ? (
                  <Missing courseId={courseId} shown={shown} />
                ) : (
                  <>
                    <h2 className="mb-4 text-xl">{t("certificate.confirmName")}</h2>
                    <NameForm
                      result={result}
                      intent="issue"
                      name={shown.state === "ready" ? shown.name : ""}
                      hint={t("certificate.nameHint")}
                      label={t("certificate.issue")}
                    />
                  </>
                )}
              </Card>
            )}
          </div>
        </div>
      </Container>
    </div>
  );
}

function Missing({
  courseId,
  shown: { missing },
}: {
  courseId: string;
  shown: Extract<OwnCertificateView, { state: "unfinished" }>;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <>
      <p>{t(missing.length > 0 ? "certificate.missing" : "certificate.tooFast")}</p>
      <ul className="mt-2">
        {missing.map(({ id, title }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <TextLink {...linkTo(lessonPath(courseId, id))}>{title}</TextLink>
          </li>
        ))}
      </ul>
      <ButtonLink {...linkTo(`/watch/${courseId}`)} size="large" className="mt-4 w-full">
        <Icon name="play" />
        {t("certificate.goOn")}
      </ButtonLink>
    </>
  );
}

export function CertificateSettings({
  courseId,
  shown: { certificate, mayCorrect, mayConfirm, declared },
  result,
}: OwnCertificateProps & { shown: Extract<OwnCertificateView, { state: "issued" }> }) {
  const t = useText();
  const linkTo = useLinkTo();
  const summary = "flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4";
  return (
    <section className="mt-10 max-w-3xl divide-y divide-line border-y border-line">
      <details>
        <summary className={summary}>{t("certificate.asText")}</summary>
        <div className="py-4">
          <CertificateFacts certificate={certificate} />
        </div>
      </details>
      <details open={result.errorOf("fullName") !== undefined}>
        <summary className={summary}>{t("certificate.settings")}</summary>
        <div className="space-y-5 py-4">
          {mayCorrect && (
            <NameForm
              result={result}
              intent="correct"
              name={certificate.name}
              hint={t("certificate.correctHint")}
              label={t("certificate.correct")}
            />
          )}
          <Form method="post" action={linkTo(`/courses/${courseId}/certificate`).to}>
            <input type="hidden" name="intent" value="days" />
            <Button name="hidesFirstDay" value={certificate.hidesFirstDay ? "0" : "1"} variant="secondary">
              {t(certificate.hidesFirstDay ? "certificate.showFirstDay" : "certificate.hideFirstDay")}
            </Button>
          </Form>
        </div>
      </details>
      <div className="py-3">
        <TextLink {...linkTo(certificate.path)}>{t("certificate.public")}</TextLink>
        <p className="text-sm text-ink-soft">{t("certificate.publicHint")}</p>
        {declared && <p className="mt-3 text-sm text-ink-soft">{t("certificate.declaredHint")}</p>}
        {mayConfirm && (
          <Form method="post" className="mt-4">
            <input type="hidden" name="intent" value="issue" />
            <input type="hidden" name="fullName" value={certificate.name} />
            <Button variant="secondary">{t("certificate.confirm")}</Button>
          </Form>
        )}
      </div>
    </section>
  );
}

interface NameFormProps extends Pick<OwnCertificateProps, "result"> {
  intent: "issue" | "correct";
  name: string;
  hint: string;
  label: string;
}

function NameForm({ intent, name, hint, label, result }: NameFormProps) {
  const t = useText();
  return (
    <Form method="post" className="space-y-5" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <Field
        {...result.field("fullName", name)}
        label={t("certificate.name")}
        hint={hint}
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
