import type { ActionFunctionArgs, ServerBuild } from "@remix-run/node";

type Action = (args: ActionFunctionArgs) => unknown;

/** Services call these routes: no page follows their answer. */
const calledByServices = "routes/system/";

/**
 * Returns the build with actions that wait for `settle` before they answer: nobody who has seen the answer to a form
 * then gets a page from before it.
 */
export function settleActions(build: ServerBuild, settle: () => Promise<void>): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action as Action | undefined;
    if (!route || !action || id.startsWith(calledByServices)) return [id, route] as const;
    const settled: Action = async (args) => {
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
