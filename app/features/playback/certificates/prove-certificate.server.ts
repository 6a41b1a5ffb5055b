import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { addressKey } from "~/platform/try-counter.server";
import { readCertificateCode } from "./certificate-code";
import { certificateProofLimit } from "./certificate-limits";
import { findCertificate } from "./certificates.queries.server";
import { type CertificateView, showCertificate } from "./show-certificate.server";

export type Proof =
  | { state: "valid"; certificate: CertificateView }
  /** `ended`: the person has the course no more. Says nothing about them. */
  | { state: "ended" | "unknown" }
  | { state: "tooMany"; retryAfterSeconds: number };

/** Looks up what a code proves, for everybody. */
export async function proveCertificate(
  { db, rateLimits }: Pick<Services, "db" | "rateLimits">,
  typed: string | undefined,
  { clientAddress, locale }: { clientAddress: string; locale: Locale },
): Promise<Proof> {
  const code = readCertificateCode(typed);
  if (!code) return { state: "unknown" };
  const taken = await rateLimits.take(certificateProofLimit, addressKey(clientAddress));
  if (!taken.ok) return { state: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const found = await findCertificate(db, code);
  if (!found) return { state: "unknown" };
  return found.is_valid
    ? { state: "valid", certificate: showCertificate(found, locale) }
    : { state: "ended" };
}
