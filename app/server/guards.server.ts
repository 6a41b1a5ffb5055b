import type { AppLoadContext } from "@remix-run/node";
import { loginPaths } from "~/features/base/accounts/google-entrance";
import { decideAdminAccess, decideCreatorAccess } from "~/features/base/accounts/roles";
import type { ProvedFile } from "~/features/base/factors/proofs-of-actions";
import { hasSecondFactor } from "~/features/base/factors/second-factor.queries.server";
import { mustHaveSecondFactor } from "~/features/base/factors/second-factor-rules";
import { showPurchase } from "~/features/orders/purchases/show-purchases.server";
import type { MessageKey } from "~/i18n/message-key";
import { decideLocale, withoutLanguage } from "~/i18n/page-language";
import { currentViewer } from "~/platform/context.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import type { Flash } from "~/platform/session/cookies.server";
import type { Viewer } from "~/platform/session/session.queries.server";
import { isOthersForm, keepSentForm } from "./keep-sent-form.server";
import { hasRecentProof } from "./recent-proof.server";

interface GuardArgs {
  request: Request;
  context: AppLoadContext;
}

/** Throws a 404 Response. */
export function requireId(raw: string | undefined): string {
  const id = parseId(raw);
  if (!id) throw new Response(null, { status: 404 });
  return id;
}

export const loginFirst: Flash = { tone: "info", title: "watch.loginTitle", description: "watch.loginText" };
export const accountLogin: Flash = { ...loginFirst, description: "accounts.accountLogin" };
export const purchaseLogin: Flash = { ...loginFirst, description: "purchases.login" };

/**
 * Redirects to the learners' login when nobody is signed in (product.md, Video access), with a message and a return
 * address. `backTo`: that of a form. `keepsForm`: false for a form that the login continues by itself; here and in the
 * other guards, every other form with a typed text is kept.
 */
export async function requireViewer({
  request,
  context,
  flash = loginFirst,
  backTo,
  keepsForm = true,
}: GuardArgs & { flash?: Flash; backTo?: string | undefined; keepsForm?: boolean }): Promise<Viewer> {
  const viewer = await currentViewer(context, request);
  if (keepsForm) await keepForm({ request, context }, viewer, loginPaths.consumer);
  if (viewer) return viewer;
  const url = new URL(request.url);
  // HEAD is treated like GET (RFC 9110, section 9.3.2). The URL of a form submission is no return address.
  const reads = request.method === "GET" || request.method === "HEAD";
  // The login page sets the language itself.
  const page = reads ? withoutLanguage(url.pathname + url.search) : backTo;
  const target = page === undefined ? "" : `?redirectTo=${encodeURIComponent(page)}`;
  throw await goTo(`/consumer-login${target}`, { request, context, flash });
}

/**
 * The creator area (product.md, Creator area). Redirects to "/" without a session, with a message when there is a
 * session cookie; without a creator profile, to complete it.
 */
export async function requireCreator({ request, context }: GuardArgs): Promise<Viewer> {
  const viewer = await currentViewer(context, request);
  await keepForm({ request, context }, viewer, loginPaths.creator);
  const access = decideCreatorAccess(viewer);
  if (!viewer || access === "signIn") {
    const ended = await context.services.sessionCookie.read(request);
    throw await goTo("/", {
      request,
      context,
      flash: ended
        ? { tone: "error", title: "accounts.authTitle", description: "accounts.authText" }
        : undefined,
      cookies: ended ? [await context.services.sessionCookie.clear()] : [],
    });
  }
  if (access === "completeProfile") throw await goTo("/creator-register", { request, context });
  return viewer;
}

/**
 * The admin area (product.md, Admin area). Redirects to its login without a session, and to "/" with a message without
 * the role. ADMIN_SECOND_FACTOR=required leads an administrator without a second factor to set one up.
 */
export async function requireAdmin({ request, context }: GuardArgs): Promise<Viewer> {
  const viewer = await currentViewer(context, request);
  await keepForm({ request, context }, viewer, loginPaths.admin);
  const access = decideAdminAccess(viewer);
  if (!viewer || access === "signIn") throw await goTo("/admin-login", { request, context });
  if (access === "refuse") {
    noteSecurity(context, "accessRefused", { userId: viewer.userId });
    const flash = { tone: "error", title: "admin.noPermission" } as const;
    throw await goTo("/", { request, context, flash });
  }
  if (mustHaveSecondFactor(context.services.env.ADMIN_SECOND_FACTOR, "office"))
    await requireSecondFactor({ request, context }, viewer, "security.adminRequiredText");
  return viewer;
}

async function keepForm(args: GuardArgs, viewer: Viewer | undefined, path: string): Promise<void> {
  if (!viewer || isOthersForm(args.request, args.context, viewer))
    await keepSentForm({ ...args, viewer, path, reason: "signedOut" });
}

/**
 * For preparing and confirming payouts. Unless ADMIN_SECOND_FACTOR=never, requires a second factor: a stolen password
 * is not enough to move money.
 */
export async function requirePayoutAdmin({ request, context }: GuardArgs): Promise<Viewer> {
  const viewer = await requireAdmin({ request, context });
  if (mustHaveSecondFactor(context.services.env.ADMIN_SECOND_FACTOR, "payouts"))
    await requireSecondFactor({ request, context }, viewer, "security.payoutsRequiredText");
  return viewer;
}

async function requireSecondFactor(
  { request, context }: GuardArgs,
  viewer: Viewer,
  description: MessageKey,
): Promise<void> {
  if (await hasSecondFactor(context.services.db, viewer.userId)) return;
  const path = "/account/second-factor";
  await keepSentForm({ request, context, viewer, path, reason: "secondFactor" });
  const flash = { tone: "info", title: "security.adminRequired", description } as const;
  throw await goTo(path, { request, context, flash });
}

/** For pages without a password field: asks for a new proof of identity after ten minutes, then leads to `backTo`. */
export async function requireFreshProof(
  { request, context }: GuardArgs,
  { backTo }: { file: ProvedFile; backTo: string },
): Promise<void> {
  if (await hasRecentProof(context, request)) return;
  const path = `${loginPaths.proof}?${new URLSearchParams({ redirectTo: backTo })}`;
  throw await goTo(path, { request, context });
}

interface OwnPurchaseQuery {
  request: Request;
  context: AppLoadContext;
  consumerId: string;
  id: string | undefined;
}

/** Throws a 404 Response for another person's purchase, or an invalid id. */
export async function requireOwnPurchase({ request, context, consumerId, id }: OwnPurchaseQuery) {
  const saleId = parseId(id);
  const locale = decideLocale(new URL(request.url));
  const purchase = saleId && (await showPurchase(context.services, { consumerId, saleId, locale }));
  if (!purchase) throw new Response(null, { status: 404 });
  return purchase;
}
