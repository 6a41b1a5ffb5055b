import { Form, useNavigation } from "@remix-run/react";
import { describeEventError } from "~/features/orders/settlement/event-error";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import type { ReconciliationView } from "./show-reconciliation.server";

/** Events with a problem, each with a button to settle it again. */
export function TroubledEvents({ events }: Pick<ReconciliationView, "events">) {
  const t = useText();
  const sent = useNavigation().formData;
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("office.troubled")}</h2>
      {events.length === 0 && <p className="text-ink-faint">{t("office.noTroubled")}</p>}
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div className="min-w-0 sm:max-w-2xl">
              <p className="font-semibold break-words">{event.providerType}</p>
              <p>{event.error === null ? t("office.notTried") : describeEventError(event.error, t)}</p>
              <p className="text-sm break-all text-ink-faint">
                {event.date} · {t("office.tries", { count: event.attempts })} · <code>{event.id}</code>
              </p>
            </div>
            <Form method="post">
              <input type="hidden" name="intent" value="replay" />
              <input type="hidden" name="eventId" value={event.id} />
              <Button
                variant="secondary"
                size="small"
                aria-label={`${t("office.replay")}: ${event.providerType} ${event.id}`}
                pending={sent?.get("eventId") === event.id}
              >
                {t("office.replay")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
