import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { findEndedMails } from "~/features/orders/gifts/guest-mail.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo } from "~/i18n/use-locale";
import { listSigningSecrets } from "~/platform/env.server";
import { readText } from "~/platform/forms/forms.server";
import { Button, ButtonLink } from "~/ui/button";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "unsubscribe"),
  { name: "robots", content: "noindex" },
];

/** A GET changes nothing, because mail programs open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const text = serverTexts[decideLocale(url)];
  const { db, env } = context.services;
  const asked = findEndedMails(listSigningSecrets(env), url.searchParams.get("token") ?? "");
  const ended = asked ? await asked.hasEnded(db) : false;
  const isGuest = asked?.group === "invitations";
  const [asks, done] = isGuest
    ? (["mailChoices.invitationsEndText", "mailChoices.invitationsEnded"] as const)
    : (["mailChoices.endText", "mailChoices.ended"] as const);
  return {
    state: asked ? (ended ? "ended" : "asks") : "unknown",
    group: asked ? text(`mailChoices.${asked.group}`, { name: (await asked.findName?.(db)) ?? "" }) : "",
    title: text(asked && !ended ? "mailChoices.endTitle" : "mailChoices.title"),
    about: text(asked ? (ended ? done : asks) : "mailChoices.unknownLink"),
    press: text("mailChoices.end"),
    // A guest may have no account.
    choices: isGuest ? "" : text("mailChoices.toChoices"),
  } as const;
}

/**
 * By the button, or by a mail program's POST without cookies (RFC 8058), which skips the origin check because the token
 * is signed.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services } = context;
  await readText(request, 4096);
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const asked = findEndedMails(listSigningSecrets(services.env), token);
  if (!asked) throw new Response(null, { status: 404 });
  await asked.end(services);
  return null;
}

export default function Unsubscribe() {
  const { state, group, title, about, press, choices } = useLoaderData<typeof loader>();
  const linkTo = useLinkTo();
  return (
    <CardPage backTo={linkTo("/").to} title={title}>
      {group && <p className="font-semibold">{group}</p>}
      <p className="mt-2">{about}</p>
      {state === "asks" && (
        <Form method="post" className="mt-6">
          <Button className="w-full" size="large">
            {press}
          </Button>
        </Form>
      )}
      {choices && (
        <ButtonLink {...linkTo("/account/mails")} variant="secondary" className="mt-4 w-full">
          {choices}
        </ButtonLink>
      )}
    </CardPage>
  );
}
