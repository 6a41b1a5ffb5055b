import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";

interface SignInListProps {
  signIns: readonly {
    id: string;
    browser?: string;
    since: string;
    lastSeen: string;
    current: boolean;
  }[];
}

export function SignInList({ signIns }: SignInListProps) {
  const sent = useNavigation().formData;
  const busy = sent?.get("intent") === "end-others";
  const t = useText();
  return (
    <>
      <ul className="my-5 divide-y divide-line">
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
                <Form method="post" className="mt-2">
                  <input type="hidden" name="intent" value="end-session" />
                  <input type="hidden" name="session" value={signIn.id} />
                  <Button
                    variant="secondary"
                    size="small"
                    pending={sent?.get("session") === signIn.id}
                    aria-label={t("accountPage.endSessionOn", {
                      browser: signIn.browser ?? t("accountPage.unknownBrowser"),
                    })}
                  >
                    {t("accountPage.endSession")}
                  </Button>
                </Form>
              </>
            )}
          </li>
        ))}
      </ul>
      {signIns.length > 1 ? (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <Button variant="secondary" pending={busy}>
            {t("accountPage.endOthers")}
          </Button>
        </Form>
      ) : (
        <p className="text-ink-soft">{t("accountPage.onlyHere")}</p>
      )}
    </>
  );
}
