import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { OptionalPart } from "~/ui/forms/optional-part";

export function OfflineQuestion() {
  const t = useText();
  return (
    <Form
      method="post"
      aria-labelledby="offline"
      className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-line p-4 sm:p-5"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="offline" className="font-sans text-base font-semibold tracking-normal">
          {t("creator.offline.askTitle")}
        </h2>
        <p className="mt-1 text-sm text-ink-soft">
          {t("creator.offline.ask")} {t("creator.offline.honest")}
        </p>
      </div>
      <input type="hidden" name="intent" value="offline" />
      <div className="flex flex-wrap gap-3">
        <OfflineButton allow variant="secondary" />
        <OfflineButton allow={false} variant="quiet" />
      </div>
    </Form>
  );
}

export function OfflinePart({ allowed }: { allowed: boolean | null }) {
  const t = useText();
  return (
    <OptionalPart
      title={t("creator.offline.title")}
      first={{}}
      summarize={() => t(`creator.offline.${allowed ? "on" : "off"}`)}
      hasError={false}
    >
      <Form method="post" className="flex flex-wrap items-center justify-between gap-4">
        <input type="hidden" name="intent" value="offline" />
        <p className="min-w-0 flex-1 basis-64 text-sm text-ink-soft">
          {t(`creator.offline.${allowed ? "allowed" : "notAllowed"}`)} {t("creator.offline.honest")}
        </p>
        <OfflineButton allow={!allowed} variant="secondary" />
      </Form>
    </OptionalPart>
  );
}

function OfflineButton({ allow, variant }: { allow: boolean; variant: "secondary" | "quiet" }) {
  const t = useText();
  const pending = useNavigation().formData?.get("intent") === "offline";
  return (
    <Button name="allowed" value={allow ? "1" : "0"} variant={variant} size="small" pending={pending}>
      {t(`creator.offline.${allow ? "allow" : "refuse"}`)}
    </Button>
  );
}
