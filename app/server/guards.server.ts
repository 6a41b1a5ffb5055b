import type { AppLoadContext } from "@remix-run/node";
import { decideAdminAccess, decideCreatorAccess } from "~/features/accounts/roles";
import { currentViewer } from "~/platform/context.server";
import type { Flash } from "~/platform/flash.server";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import type { Viewer } from "~/platform/session.queries.server";

interface Asked {
  request: Request;
  context: AppLoadContext;
}

const watchAsksLogin: Flash = { tone: "info", title: "watch.loginTitle", description: "watch.loginText" };

/**
 * Returns the viewer. Nobody signed in is sent to the learners' login (product.md, Video access), told why, and back here with
 * the whole query afterwards.
 * Takes another message where it is not about watching.
 */
export async function requireViewer({
  request,
  context,
  flash = watchAsksLogin,
}: Asked & { flash?: Flash }): Promise<Viewer> {
  const viewer = await currentViewer(context, request);
  if (viewer) return viewer;
  const url = new URL(request.url);
  // HEAD is told what GET would be (RFC 9110, section 9.3.2); a form's own address is nowhere to come back to.
  const reads = request.method === "GET" || request.method === "HEAD";
  // The login keeps the language itself.
  url.searchParams.delete("lng");
  const target = reads ? `?redirectTo=${encodeURIComponent(url.pathname + url.search)}` : "";
  throw await goTo(`/consumer-login${target}`, { request, context, flash });
}

/**
 * The creator area (product.md, Creator area): no session goes to "/", with the authentication message when a cookie says
 * that there was one; no creator profile goes to complete it (design.md, decision 8).
 */
export async function requireCreator({ request, context }: Asked): Promise<Viewer> {
  const viewer = await currentViewer(context, request);
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

/** The admin area (product.md, Admin area): nobody signed in goes to its login, whoever has not the role to "/", told why. */
export async function requireAdmin({ request, context }: Asked): Promise<Viewer> {
  const viewer = await currentViewer(context, request);
  const access = decideAdminAccess(viewer);
  if (!viewer || access === "signIn") throw await goTo("/admin-login", { request, context });
  if (access === "refuse") {
    noteSecurity(context, "accessRefused", { userId: viewer.userId });
    const flash = { tone: "error", title: "admin.noPermission" } as const;
    throw await goTo("/", { request, context, flash });
  }
  return viewer;
}
