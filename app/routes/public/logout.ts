import type { ActionFunctionArgs } from "@remix-run/node";
import { endSession } from "~/features/accounts/sign-in.server";
import { goTo } from "~/platform/responses.server";

/** Opened by hand, it changes nothing. */
export async function loader({ request, context }: ActionFunctionArgs) {
  throw await goTo("/", { request, context });
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    return await goTo("/", { request, context, cookies: [await endSession(context, request)] });
  } catch (error) {
    context.log.error({ err: error }, "sign-out failed");
    return goTo("/", { request, context, flash: { tone: "error", title: "common.logoutFailed" } });
  }
}
