import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { ProofField } from "./proof-field";

interface SignInListProps {
  signIns: readonly {
    id: string;
    browser?: string;
    since: string;
    lastSeen: string;
    current: boolean;
  }[];
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

/** One form, so that the proof is typed once; Enter ends all others. */
export function SignInList({ signIns, proofNeeded, result }: SignInListProps) {
  const sent = useNavigation().formData;
  const busy = sent?.get("intent") === "end-others";
  const t = useText();
  return (
    <Form method="post" className="mt-5">
      <FormError className="mb-5">{result.errorOf("form")}</FormError>
      <input type="hidden" name="intent" value="end-session" />
      {signIns.length > 1 ? (
        <div className="space-y-4">
          <ProofField needed={proofNeeded} id="proof-sessions" result={result} />
          <Button variant="secondary" name="intent" value="end-others" pending={busy}>
            {t("accountPage.endOthers")}
          </Button>
        </div>
      ) : (
        <p className="text-ink-soft">{t("accountPage.onlyHere")}</p>
      )}
      <ul className="mt-5 divide-y divide-line">
        {signIns.map((signIn) => (
          <li key={signIn.id} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <p className="font-semibold">{signIn.browser ?? t("accountPage.unknownBrowser")}</p>
              {signIn.current && <Badge tone="success">{t("accountPage.thisSession")}</Badge>}
            </div>
            <p className="mt-0.5 text-sm text-ink-faint">{t("accountPage.since", { date: signIn.since })}</p>
            {!signIn.current && (
              <>
                <p className="text-sm text-ink-faint">
                  {t("accountPage.lastSeen", { date: signIn.lastSeen })}
                </p>
                <Button
                  variant="secondary"
                  size="small"
                  className="mt-2"
                  name="session"
                  value={signIn.id}
                  pending={sent?.get("session") === signIn.id}
                  aria-label={t("accountPage.endSessionOn", {
                    browser: signIn.browser ?? t("accountPage.unknownBrowser"),
                  })}
                >
                  {t("accountPage.endSession")}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Form>
  );
}
