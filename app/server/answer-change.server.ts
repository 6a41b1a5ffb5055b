import type { AppLoadContext } from "@remix-run/node";
import type { MessageKey } from "~/i18n/message-key";
import { goTo } from "~/platform/responses.server";

interface Answer {
  request: Request;
  context: AppLoadContext;
  /** The page of what was changed. */
  path: string;
  title: MessageKey;
}

/** Redirects after an administrator's change: to the approvals while another administrator has to approve it. */
export function answerChange(
  { waiting }: { waiting?: true },
  { request, context, path, title }: Answer,
): Promise<Response> {
  return waiting
    ? goTo("/admin/approvals", {
        request,
        context,
        flash: { tone: "info", title: "audit.account.grant.waiting" },
      })
    : goTo(path, { request, context, flash: { tone: "success", title } });
}
