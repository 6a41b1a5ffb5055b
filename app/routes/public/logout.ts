import type { ActionFunctionArgs } from "@remix-run/node";
import { endSession } from "~/features/entrance/sign-in/sign-in.server";
import { goTo } from "~/platform/responses.server";

export async function loader({ request, context }: ActionFunctionArgs) {
  throw await goTo("/", { request, context });
}

export async function action({ request, context }: ActionFunctionArgs) {
  try {
    return await goTo("/", { request, context, cookies: [await endSession(context, request)] });
  } catch (error) {
    context.log.error({ err: error }, "sign-out failed");
    // product.md, Messages has it for the creator area.
    const flash = { tone: "error", title: "creator.failed", description: "common.logoutFailed" } as const;
    return goTo("/", { request, context, flash });
  }
}
