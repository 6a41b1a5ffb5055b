import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { passkeyLimit } from "~/features/base/accounts/sign-in-limits";
import {
  makeNewPasskeyOptions,
  makeSigningOptions,
  nameChallengeBrowser,
} from "~/features/base/factors/check-passkey.server";
import { passkeyPurposes } from "~/features/base/factors/passkeys.queries.server";
import { findSecondStep } from "~/features/base/factors/second-step.server";
import { currentViewer } from "~/platform/context.server";
import { readForm } from "~/platform/forms/forms.server";
import { goTo } from "~/platform/responses.server";
import { addressKey } from "~/platform/try-counter.server";
import { hasOwnProof } from "~/server/recent-proof.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  throw await goTo("/consumer-login", { request, context });
}

/**
 * Returns a challenge for the browser in the response's cookie: 400 for an unknown purpose, 403 without the session,
 * proof or first step that the purpose needs, 429 with Retry-After.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { purpose: purposeField } = await readForm(request);
  const { services, clientAddress } = context;
  const taken = await services.rateLimits.take(passkeyLimit, addressKey(clientAddress));
  if (!taken.ok)
    return new Response(null, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  const purpose = passkeyPurposes.find((known) => known === purposeField);
  if (!purpose) return new Response(null, { status: 400 });
  const { browserHash, cookie } = await nameChallengeBrowser(services, request);
  const headers = { "Set-Cookie": cookie };
  if (purpose === "signIn")
    return Response.json(await makeSigningOptions(services, { purpose, userId: null, browserHash }), {
      headers,
    });
  const person =
    purpose === "secondFactor"
      ? await findSecondStep(context, request)
      : await currentViewer(context, request);
  if (!person) return new Response(null, { status: 403 });
  const { userId } = person;
  if (purpose !== "add")
    return Response.json(await makeSigningOptions(services, { purpose, userId, browserHash }), { headers });
  if (!(await hasOwnProof(context, request))) return new Response(null, { status: 403 });
  return Response.json(await makeNewPasskeyOptions(services, person, browserHash), { headers });
}
