import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { loginPaths } from "~/features/accounts/accounts/google-entrance";
import { isAccountErased } from "~/platform/account-erased";
import { findSignedIn } from "~/platform/context.server";
import { goTo } from "~/platform/responses.server";

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler = (args: Args) => unknown;

/**
 * Returns a handler that answers a request whose account was erased meanwhile as one whose session ended: the database
 * refused what it wrote (docs/decisions/0073). Its guard decides the answer, once more and without the body. An error
 * about another person's account is thrown on.
 */
export function endErasedAccounts(handler: Handler): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      if (!isAccountErased(error)) throw error;
      const { request, context } = args;
      const { services } = context;
      if (await findSignedIn(services, request)) throw error;
      context.log.info({ err: error }, "refused what a request wrote about an erased account");
      // The sign-in itself was under way.
      if (!(await services.sessionCookie.read(request)))
        return goTo(loginPaths.consumer, { request, context });
      const { method, headers, signal } = request;
      // Another context: the one of the first call remembers the viewer.
      return handler({
        ...args,
        request: new Request(request.url, { method, headers, signal }),
        context: { ...context },
      });
    }
  };
}
