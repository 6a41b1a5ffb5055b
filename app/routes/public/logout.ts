import type { ActionFunctionArgs } from "@remix-run/node";
import { endSession } from "~/features/accounts/sign-in.server";
import { tellLostLineAs } from "~/platform/network-failure";
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
    // As product.md, Messages has it for the creator's area; for the others it says nothing.
    const flash = { tone: "error", title: "creator.failed", description: "common.logoutFailed" } as const;
    return goTo("/", { request, context, flash });
  }
}

/** product.md, Messages has this title. */
export const clientAction = tellLostLineAs({
  title: "common.logoutFailed",
  description: "errors.noAnswerShort",
});
