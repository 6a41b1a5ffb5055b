import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import {
  addPasskey,
  passkeyNameForm,
  removePasskey,
  showPasskeys,
} from "~/features/base/factors/change-passkeys.server";
import { readChallengeBrowser } from "~/features/base/factors/check-passkey.server";
import { PasskeySettings } from "~/features/base/factors/passkey-list";
import { renamePasskey } from "~/features/base/factors/passkeys.queries.server";
import { AccountPage } from "~/features/shop/catalog/shop-page";
import { AccountTexts } from "~/i18n/account-texts";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { nameBrowser } from "~/platform/session/actor.server";
import { accountLogin, requireViewer } from "~/server/guards.server";
import { hasOwnProof, hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "passkeys");

export const headers = retryAfterHeaders;

const path = "/account/passkeys";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: accountLogin });
  const locale = decideLocale(new URL(request.url));
  const shown = await showPasskeys(context.services, userId, locale);
  return {
    ...shown,
    proofNeeded: !(await hasRecentProof(context, request)),
    ownProofNeeded: !(await hasOwnProof(context, request)),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const fields = await readForm(request);
  const { userId } = viewer;
  const { services } = context;
  const refused = await refuseManyEdits(context, userId, fields);
  if (refused) return refused;
  const form = fields.intent === "rename" ? parseFields(passkeyNameForm, fields) : undefined;
  if (form?.ok === false) return refuse(form.problem);
  const adds = fields.intent === "add";
  const proofAction = adds ? "addPasskey" : "changePasskeys";
  const proof = await requireProof(context, request, { action: proofAction, fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  if (adds) {
    const present = (await currentViewer(context, request)) ?? viewer;
    const browser = await readChallengeBrowser(services, request);
    const name = nameBrowser(request.headers.get("User-Agent")) ?? "Passkey";
    if (!(await addPasskey(services, fields.credential, { viewer: present, browser, name })))
      return refuse(problemWith(fields, { form: "security.passkeyNotAdded" }));
    noteSecurity(context, "passkeyAdded", { userId });
    const flash = { tone: "success", title: "security.passkeyAdded" } as const;
    return goTo(path, { request, context, flash });
  }
  const id = fields.id ?? "";
  if (form) {
    const renamed = await renamePasskey(services.db, { id, userId, name: form.value.name });
    const flash = { tone: "success", title: "security.passkeyRenamed" } as const;
    return goTo(path, { request, context, ...(renamed && { flash }) });
  }
  if (fields.intent !== "remove") return refuse(problemWith(fields, { form: "common.checkFields" }));
  const removed = await removePasskey(services, { id, userId });
  if (removed) noteSecurity(context, "passkeyRemoved", { userId });
  const flash = { tone: "success", title: "security.passkeyRemoved" } as const;
  return goTo(path, { request, context, ...(removed && { flash }) });
}

export default function Passkeys() {
  return (
    <EntranceTexts>
      <AccountTexts>
        <Screen />
      </AccountTexts>
    </EntranceTexts>
  );
}

function Screen() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <AccountPage title={t("security.passkeysTitle")} description={<p>{t("security.passkeysText")}</p>}>
      <PasskeySettings shown={shown} result={result} />
    </AccountPage>
  );
}
