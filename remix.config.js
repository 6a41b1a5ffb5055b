/**
 * The home of Remix's options. The Vite plugin does not read this file by itself:
 * `vite.config.ts` imports it and passes it on.
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    // Off on purpose: docs/decisions/0001-remix-with-services-in-the-context.md.
    v3_lazyRouteDiscovery: false,
  },
  serverModuleFormat: "esm",
};
