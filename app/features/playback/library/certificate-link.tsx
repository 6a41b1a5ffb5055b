import { useLinkTo, useText } from "~/i18n/use-locale";
import { TextLink } from "~/ui/text-link";

/** Leads from a course of the library to its certificate, where one was issued. */
export function CertificateLink({
  item: { videoId, title, hasCertificate },
}: {
  item: { videoId: string; title: string; hasCertificate: boolean };
}) {
  const t = useText();
  const linkTo = useLinkTo();
  if (!hasCertificate) return null;
  return (
    <TextLink
      {...linkTo(`/courses/${videoId}/certificate`)}
      className="text-sm"
      aria-label={`${t("library.certificate")}: ${title}`}
    >
      {t("library.certificate")}
    </TextLink>
  );
}
