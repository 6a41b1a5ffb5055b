import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { type MailChoice, mailChoices, offeredRhythms, rhythmOf } from "~/features/base/mail/mail-kinds";
import { listMailChoices, listMutedSenders, setMailChoice } from "~/features/base/mail/mails.queries.server";
import { AccountPage } from "~/features/shop/catalog/shop-page";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { accountLogin, requireViewer } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";

export const meta: MetaFunction = ({ location }) => metaText(location, "mailChoices");

export const headers = retryAfterHeaders;

const learnerChoices: ReadonlySet<MailChoice> = new Set([
  "reminders",
  "prices",
  "lessons",
  "progress",
  "answers",
  "announcements",
  "news",
]);

function offeredTo({ isCreator, isAdmin }: { isCreator: boolean; isAdmin: boolean }): MailChoice[] {
  return mailChoices.filter(
    (choice) => learnerChoices.has(choice) || (choice === "attention" ? isAdmin : isCreator),
  );
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const text = serverTexts[decideLocale(new URL(request.url))];
  const { db } = context.services;
  const [chosen, muted] = await Promise.all([
    listMailChoices(db, viewer),
    listMutedSenders(db, viewer.userId),
  ]);
  const optionsOf = (values: readonly ("each" | "daily" | "none")[]) =>
    values.map((value) => ({ value, label: text(`mailChoices.${value}`) }));
  const groups = offeredTo(viewer).map((choice) => ({
    choice: choice as string,
    label: text(`mailChoices.${choice}`),
    value: rhythmOf(choice, chosen.get(choice)),
    options: optionsOf(offeredRhythms[choice]),
  }));
  for (const { choice, name } of muted)
    groups.push({
      choice,
      label: text("mailChoices.sender", { name }),
      value: "none",
      options: optionsOf(["each", "none"]),
    });
  return {
    groups,
    title: text("mailChoices.title"),
    about: text("mailChoices.text"),
    save: text("mailChoices.save"),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const fields = await readForm(request);
  const refused = await refuseManyEdits(context, viewer.userId, fields);
  if (refused) return refused;
  const { db } = context.services;
  await db.transaction().execute(async (trx) => {
    for (const choice of offeredTo(viewer)) {
      const value = offeredRhythms[choice].find((rhythm) => rhythm === fields[choice]);
      if (value) await setMailChoice(trx, { userId: viewer.userId, choice, value });
    }
    for (const { choice } of await listMutedSenders(trx, viewer.userId))
      if (fields[choice] === "each")
        await setMailChoice(trx, { userId: viewer.userId, choice, value: "each" });
  });
  const flash = { tone: "success", title: "accounts.mailChoicesSaved" } as const;
  return goTo("/account/mails", { request, context, flash });
}

export default function MailChoices() {
  const { groups, title, about, save } = useLoaderData<typeof loader>();
  const { errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  return (
    <AccountPage title={title} description={about}>
      <Form method="post" className="space-y-5">
        <FormError>{errorOf("form")}</FormError>
        {groups.map(({ choice, label, value, options }) => (
          <SelectField
            key={choice}
            name={choice}
            label={label}
            defaultValue={typedIn(choice) ?? value}
            options={options}
          />
        ))}
        <Button>{save}</Button>
      </Form>
    </AccountPage>
  );
}
