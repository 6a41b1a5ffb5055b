/**
 * The import rules, by their numbers. Only imports that are there at run time count: a type
 * is erased. Every rule has a planted violation in tests/structure/import-rules.test.ts.
 */
const tests = "\\.test\\.tsx?$";
/** A feature's part of the screen: components, and hooks (`use-….ts`). */
const screen = "^app/features/.+(\\.tsx|/use-[^/]+\\.ts)$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "1-nothing-imports-routes",
      comment: "A route is HTTP only: what two of them need lies in a feature, in platform or in ui.",
      severity: "error",
      from: { path: "^(app|dev|migrations|server\\.ts)" },
      to: { path: "^app/routes/" },
    },
    {
      name: "2-pure-feature-files",
      comment:
        "A feature file without .server is pure: other such files and zod only. The brand is constants, and mails bear it.",
      severity: "error",
      from: { path: "^app/features/.+\\.ts$", pathNot: ["\\.server\\.ts$", screen, tests] },
      to: { pathNot: ["^app/features/[^/]+/(?!use-)[^/.]+\\.ts$", "^app/brand\\.ts$", "^node_modules/zod/"] },
    },
    {
      name: "2-feature-components",
      comment:
        "A component or hook knows React, the shared parts of the screen and pure feature files; no server. The upload's and the player's hooks load their clients.",
      severity: "error",
      from: { path: screen, pathNot: tests },
      to: {
        pathNot: [
          "^app/features/[^/]+/[^/.]+\\.tsx?$",
          "^app/(ui|i18n)/[^.]+\\.tsx?$",
          "^app/(brand|page-context)\\.tsx?$",
          "^node_modules/(@types/)?(react|@remix-run/react)/",
          "^node_modules/(tus-js-client|hls\\.js)/",
        ],
      },
    },
    {
      name: "3-kysely-only-in-queries",
      comment: "SQL is written in *.queries.server.ts; connections are opened in platform/db and its pool.",
      severity: "error",
      from: {
        path: "^(app|server\\.ts)",
        pathNot: ["\\.queries\\.server\\.ts$", "^app/platform/(db|watched-pool)\\.server\\.ts$"],
      },
      to: { path: "^node_modules/(kysely|pg)/" },
    },
    {
      name: "4-services-pick-adapters",
      comment:
        "Only platform/services picks an adapter. The HTTP server mounts the handlers that belong to stored files.",
      severity: "error",
      from: {
        path: "^(app|server\\.ts)",
        pathNot: ["^app/platform/services\\.server\\.ts$", "^app/integrations/"],
      },
      to: {
        path: "^app/integrations/.+\\.server\\.ts$",
        pathNot: "^app/integrations/storage/(public|signed)-files\\.server\\.ts$",
      },
    },
    {
      name: "4-handlers-only-in-the-http-server",
      severity: "error",
      from: { path: "^(app|server\\.ts)", pathNot: "^app/platform/http/app\\.server\\.ts$" },
      to: { path: "^app/integrations/storage/(public|signed)-files\\.server\\.ts$" },
    },
    {
      name: "5-ui-knows-no-feature",
      severity: "error",
      from: { path: "^app/ui/", pathNot: tests },
      to: { path: "^(app/(?!ui/|brand\\.ts)|server\\.ts)" },
    },
    {
      name: "6-no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "7-app-never-imports-dev-or-tests",
      severity: "error",
      from: { path: "^(app|migrations|server\\.ts)" },
      to: { path: "^(dev|tests)/" },
    },
    {
      name: "migrations-import-nothing-from-app",
      comment: "A migration is frozen: what it imports would change under it.",
      severity: "error",
      from: { path: "^migrations/" },
      to: { path: "^app/" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: false,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^build/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
