import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { guestsPerProduct } from "./gift-rules";

export function GuestForm({
  result: { failed, unsent, field },
}: {
  result: ReturnType<typeof useActionResult>;
}) {
  const t = useText();
  const sending = useNavigation().formData?.get("intent") === "invite";
  const form = useRef<HTMLFormElement>(null);
  const wasSending = useRef(false);
  // The invited are in the list now; a second press would invite them again.
  useEffect(() => {
    if (wasSending.current && !sending && !failed && !unsent) form.current?.reset();
    wasSending.current = sending;
  }, [sending, failed, unsent]);
  return (
    <Form ref={form} method="post" className="space-y-5" noValidate>
      {failed && <FormError>{t("common.checkFields")}</FormError>}
      <input type="hidden" name="intent" value="invite" />
      <TextAreaField
        {...field("emails", "")}
        label={t("guests.emails")}
        hint={t("guests.hint", { max: guestsPerProduct })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rows={5}
        required
      />
      <Button pending={sending} pendingLabel={t("guests.sending")}>
        {t("guests.send")}
      </Button>
    </Form>
  );
}

interface ListedGuest {
  id: string;
  /** Null once its retention has ended. */
  email: string | null;
  invitedOn: string;
  takenOn: string | null;
  /** The address wants no invitations: nothing was delivered, or nothing further is. */
  declined: boolean;
}

export function GuestList({ guests }: { guests: readonly ListedGuest[] }) {
  const t = useText();
  const { formData } = useNavigation();
  if (guests.length === 0) return <p className="mt-8 text-ink-soft">{t("guests.none")}</p>;
  return (
    <section aria-labelledby="guests" className="mt-10">
      <h2 id="guests" className="text-2xl">
        {t("guests.list")}
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        {t("guests.count", { count: guests.length, max: guestsPerProduct })}
      </p>
      <Card>
        <ul className="divide-y divide-line">
          {guests.map(({ id, email, invitedOn, takenOn, declined }) => {
            const name = email ?? t("guests.forgotten");
            const label = t(takenOn ? "guests.endAccess" : "guests.revoke");
            return (
              <li key={id} className="flex items-center justify-between gap-x-6 gap-y-2 p-4 max-sm:flex-wrap">
                <div className="min-w-0">
                  <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
                  <p className="text-sm text-ink-soft">
                    {takenOn
                      ? t("guests.takenOn", { date: takenOn })
                      : t(declined ? "guests.declined" : "guests.invitedOn", { date: invitedOn })}
                  </p>
                </div>
                <Form method="post" className="shrink-0 max-sm:-ml-3">
                  <input type="hidden" name="intent" value="revoke" />
                  <input type="hidden" name="id" value={id} />
                  <Button
                    variant="quiet"
                    size="small"
                    pending={formData?.get("id") === id}
                    aria-label={`${label}: ${name}`}
                  >
                    {label}
                  </Button>
                </Form>
              </li>
            );
          })}
        </ul>
      </Card>
    </section>
  );
}
