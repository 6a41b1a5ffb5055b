import { Form } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { nameWeekday, weekdays } from "./payout-days";

/** Shows the days on which payouts are made, and sets them. */
export function SchedulePanel({ chosen }: { chosen: readonly number[] }) {
  const t = useText();
  return (
    <details className="group/days border-t border-line pt-2">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold">
        {t("payouts.days")}
        <span className="font-normal text-ink-soft">
          {chosen.length === 0 ? t("payouts.daysNone") : chosen.map(nameWeekday).join(", ")}
        </span>
        <Icon name="chevron-down" className="size-4 group-open/days:rotate-180" />
      </summary>
      <Form method="post" action="/admin/payouts" key={chosen.join()} className="mt-2 space-y-4">
        <input type="hidden" name="intent" value="schedule" />
        <fieldset>
          <legend className="text-sm text-ink-soft">{t("payouts.daysHint")}</legend>
          <div className="mt-2 flex flex-wrap gap-x-5">
            {weekdays.map((weekday) => (
              <label key={weekday} className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  name="weekday"
                  value={weekday}
                  defaultChecked={chosen.includes(weekday)}
                  className="size-5 accent-forest"
                />
                {nameWeekday(weekday)}
              </label>
            ))}
          </div>
        </fieldset>
        <Button variant="secondary">{t("payouts.daysSave")}</Button>
      </Form>
    </details>
  );
}
