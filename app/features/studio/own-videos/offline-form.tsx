import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";

/**
 * Whether learners may keep a product on a device. `allowed`: null where its creator was not asked yet, who then sees
 * both answers. `asks`: about all products that exist.
 */
export function OfflineForm({ allowed, asks = false }: { allowed: boolean | null; asks?: boolean }) {
  const t = useText();
  const pending = useNavigation().formData?.get("intent") === "offline";
  const state = asks ? "ask" : allowed ? "allowed" : "notAllowed";
  return (
    <Form
      method="post"
      aria-labelledby="offline"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line p-4 sm:p-5"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="offline" className="font-sans text-base font-semibold tracking-normal">
          {t(`creator.offline.${asks ? "askTitle" : "title"}`)}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">
          {t(`creator.offline.${state}`)} {t("creator.offline.honest")}
        </p>
      </div>
      <input type="hidden" name="intent" value="offline" />
      <div className="flex flex-wrap gap-3">
        {allowed !== true && (
          <Button name="allowed" value="1" variant="secondary" size="small" pending={pending}>
            {t("creator.offline.allow")}
          </Button>
        )}
        {(allowed === true || asks) && (
          <Button
            name="allowed"
            value="0"
            variant={asks ? "quiet" : "secondary"}
            size="small"
            pending={pending}
          >
            {t("creator.offline.refuse")}
          </Button>
        )}
      </div>
    </Form>
  );
}
