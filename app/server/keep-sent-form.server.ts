import { createHmac } from "node:crypto";
import { type AppLoadContext, json } from "@remix-run/node";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { namedViewer } from "~/platform/context.server";
import { listSigningSecrets } from "~/platform/env.server";
import { accountParameter, type KeptForm } from "~/platform/failures";
import { readRepeatedForm } from "~/platform/forms/forms.server";
import { BrokenForm, readTextFields } from "~/platform/forms/multipart.server";
import { keepsForm, keepsFormHeader } from "~/platform/network-failure";
import type { Viewer } from "~/platform/session/session.queries.server";
import { isSecretField } from "~/ui/forms/secret-fields";

const keptMaxLength = 256 * 1024;

interface Refusal {
  request: Request;
  context: AppLoadContext;
  viewer: Viewer | undefined;
  path: string;
  reason: KeptForm["reason"];
}

/**
 * Throws a 401 Response whose page contains the form's fields, so that a redirect loses nothing typed; a page's script
 * keeps the form itself. Ignores a form without typed text, and a browser that nobody has signed in with.
 */
export async function keepSentForm({ request, context, viewer, path, ...refusal }: Refusal): Promise<void> {
  const { headers, method } = request;
  const isByScript = context.isDataRequest && headers.has(keepsFormHeader);
  const isPage = !context.isDataRequest && headers.get("Accept")?.includes("text/html");
  if (!isByScript && !(isPage && method === "POST")) return;
  const author = await findAuthor(request, context, viewer);
  if (!author) return;
  const account = accountOf(request) ?? nameAccount(context, author);
  const reason = isOthersForm(request, context, viewer) ? "otherAccount" : refusal.reason;
  // The data of a page that shows a refused form.
  if (method === "GET") throw refuse({ reason, account });
  const url = new URL(request.url);
  const sent = await readSent(request);
  const fields = sent?.fields.filter(([name]) => !isSecretField(name, url.pathname)) ?? [];
  if (!sent || !(fields.some(isTyped) || (isByScript && sent.isMultipart))) return;
  if (isByScript) throw refuse({ reason, account });
  url.searchParams.set(accountParameter, account);
  const text = serverTexts[decideLocale(url)];
  const keptForm: KeptForm = {
    fields,
    lacksFields: sent.isMultipart || fields.length < sent.fields.length,
    isMultipart: sent.isMultipart,
    address: url.pathname + url.search,
    path,
    reason,
    texts: {
      text: text(`keptForm.${reason}`),
      send: text("keptForm.send"),
      notKept: text("keptForm.notKept"),
    },
  };
  throw refuse({ keptForm });
}

/** The viewer sends a kept form that another person has written. */
export function isOthersForm(request: Request, context: AppLoadContext, viewer: Viewer | undefined): boolean {
  const account = accountOf(request);
  return viewer !== undefined && account !== undefined && account !== nameAccount(context, viewer.userId);
}

/** Who wrote a kept form; undefined for a form that no guard has refused. */
function accountOf(request: Request): string | undefined {
  const account =
    new URL(request.url).searchParams.get(accountParameter) ?? request.headers.get(keepsFormHeader);
  return account === null || account === keepsForm ? undefined : account;
}

function refuse(body: { reason: Refusal["reason"]; account: string } | { keptForm: KeptForm }): Response {
  // RFC 9110, section 15.5.2, requires a challenge.
  return json(body, { status: 401, headers: { "WWW-Authenticate": "Session" } });
}

/** Also of a session that has ended; undefined for an unknown browser. */
async function findAuthor(
  request: Request,
  context: AppLoadContext,
  viewer: Viewer | undefined,
): Promise<string | undefined> {
  const named = viewer ?? (await namedViewer(context, request));
  // Signing out in another tab removes the session's cookie.
  return named?.userId ?? (await context.services.deviceCookie.read(request))?.userIds[0];
}

/** Undefined for another body, and for texts that are too long to be returned. */
async function readSent(request: Request): Promise<Pick<KeptForm, "fields" | "isMultipart"> | undefined> {
  const isMultipart = request.headers.get("Content-Type")?.startsWith("multipart/form-data") === true;
  try {
    const fields = isMultipart ? Object.entries(await readTextFields(request)) : await readPairs(request);
    const length = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    return length > keptMaxLength ? undefined : { fields, isMultipart };
  } catch (error) {
    if (error instanceof BrokenForm || error instanceof Response) return undefined;
    throw error;
  }
}

async function readPairs(request: Request): Promise<[string, string][]> {
  const { fields, listOf } = await readRepeatedForm(request, keptMaxLength);
  return Object.keys(fields).flatMap((name) => listOf(name).map((value): [string, string] => [name, value]));
}

/** Buttons, ids, counts and the name for password managers are no typed text. */
function isTyped([name, value]: [string, string]): boolean {
  return (
    !["intent", "back", "id", "username"].includes(name) &&
    !name.endsWith("Id") &&
    !/^\d*$/.test(value.trim())
  );
}

function nameAccount({ services }: AppLoadContext, userId: string): string {
  const [secret] = listSigningSecrets(services.env);
  return createHmac("sha256", secret).update(`form of ${userId}`).digest("base64url");
}
