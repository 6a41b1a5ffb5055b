import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node";

type Action = (args: ActionFunctionArgs) => unknown;

/** Its action settles sales. */
const paymentWebhook = "routes/system/stripe-webhook";

/**
 * Returns the build with actions that wait for `settle` before they answer: nobody who has seen the answer to a form then gets a
 * page from before it. `noteSale` is called after each
 * accepted payment event, because no notice announces what a sale counts; an unsigned request never calls it.
 */
export function settleActions(
  build: ServerBuild,
  { settle, noteSale }: { settle: () => Promise<void>; noteSale: () => void },
): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action as Action | undefined;
    if (!route || !action) return [id, route] as const;
    const settled: Action = async (args) => {
      if (id === paymentWebhook) {
        const answer = await action(args);
        if (answer instanceof Response && answer.ok) noteSale();
        return answer;
      }
      try {
        return await action(args);
      } finally {
        await settle();
      }
    };
    return [id, { ...route, module: { ...route.module, action: settled } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}
