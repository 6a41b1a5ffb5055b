import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";

interface SignInListProps {
  signIns: readonly {
    browser?: string;
    since: string;
    lastSeen: string;
    current: boolean;
  }[];
}

export function SignInList({ signIns }: SignInListProps) {
  const busy = useNavigation().formData?.get("intent") === "end-others";
  const t = useText();
  return (
    <>
      <ul className="my-5 divide-y divide-line">
        {signIns.map((signIn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list has no names of its own, and never reorders in place
          <li key={index} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <p className="font-semibold">{signIn.browser ?? t("accounts.unknownBrowser")}</p>
              {signIn.current && <Badge tone="success">{t("accounts.thisSession")}</Badge>}
            </div>
            <p className="mt-0.5 text-sm text-ink-faint">{t("accounts.since", { date: signIn.since })}</p>
            {!signIn.current && (
              <p className="text-sm text-ink-faint">{t("accounts.lastSeen", { date: signIn.lastSeen })}</p>
            )}
          </li>
        ))}
      </ul>
      {signIns.length > 1 ? (
        <Form method="post">
          <input type="hidden" name="intent" value="end-others" />
          <Button variant="secondary" pending={busy}>
            {t("accounts.endOthers")}
          </Button>
        </Form>
      ) : (
        <p className="text-ink-soft">{t("accounts.onlyHere")}</p>
      )}
    </>
  );
}
