/**
 * The import rules, by their numbers. Rules 1 to 7 count only what is imported at run time: a type is erased. The
 * floors
 * (rule 8) and the order of the rooms (rule 9) count types as well. Every rule has a planted violation in
 * tests/structure/import-rules.test.ts.
 */
const tests = "\\.test\\.tsx?$";
/** A feature's part of the screen: components, and hooks (`use-….ts`). */
const screen = "^app/features/.+((?<!\\.server)\\.tsx|/use-[^/]+\\.ts)$";

/** Leaves out imports of types alone. */
const runTime = { preCompilationOnly: false };
/** The rooms of all wings in one order, the lowest first: `<wing>/<room>`. */
const rooms = require("./app/features/wings.json").flatMap(({ wing, rooms }) =>
  rooms.map((room) => `${wing}/${room}`),
);

/** One rule for each room: it knows no higher one. */
const roomsInOneOrder = rooms.slice(0, -1).map((room, index) => ({
  name: "9-rooms-in-one-order",
  comment:
    "A room imports only rooms below it: earlier in its wing, or in a lower wing (app/features/wings.json).",
  severity: "error",
  from: { path: `^app/features/${room}/`, pathNot: tests },
  to: { path: `^app/features/(${rooms.slice(index + 1).join("|")})/` },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "1-nothing-imports-routes",
      comment: "A route is HTTP only: what two of them need lies in a feature, in platform or in ui.",
      severity: "error",
      from: { path: "^(app|dev|migrations|server\\.ts)" },
      to: { ...runTime, path: "^app/routes/" },
    },
    {
      name: "2-pure-feature-files",
      comment:
        "A feature file without .server is pure: other such files, zod, a reader of CSV and the check digits of tax ids only. The brand, the languages, how money and dates are written, the parsers of return addresses and ids and the cleaning of typed text are pure too.",
      severity: "error",
      from: { path: "^app/features/.+\\.ts$", pathNot: ["\\.server\\.ts$", screen, tests] },
      to: {
        ...runTime,
        pathNot: [
          "^app/features/[^/]+/[^/]+/(?!use-)[^/.]+\\.ts$",
          "^app/brand\\.ts$",
          "^app/i18n/(languages|page-language|page-titles|money|days|dates|accents)\\.ts$",
          "^app/platform/(redirect-target|forms/(trim-ends|record-id))\\.ts$",
          "^app/ui/forms/plain-code\\.ts$",
          "^node_modules/(zod|cpf-cnpj-validator|csv-parse)/",
        ],
      },
    },
    {
      name: "2-feature-components",
      comment:
        "A component or hook knows React, the shared parts of the screen and pure feature files; no server. The hooks of the upload, the player and passkeys load their clients; the buy form closes its tab on a network failure; pages that refresh ask first whether the server answers.",
      severity: "error",
      from: { path: screen, pathNot: tests },
      to: {
        ...runTime,
        pathNot: [
          "^app/features/[^/]+/[^/]+/[^/.]+\\.tsx?$",
          "^app/(ui|i18n)/[^.]+\\.tsx?$",
          "^app/(brand|document/page-context|platform/(network-failure|server-there))\\.tsx?$",
          "^node_modules/(@types/)?(react|@remix-run/react)/",
          "^node_modules/(tus-js-client|hls\\.js|@simplewebauthn/browser)/",
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
      to: { ...runTime, path: "^node_modules/(kysely|pg)/" },
    },
    {
      name: "4-services-pick-adapters",
      comment:
        "Only server/create-services picks an adapter. The HTTP server mounts the handlers that belong to stored files.",
      severity: "error",
      from: {
        path: "^(app|server\\.ts)",
        pathNot: ["^app/server/create-services\\.server\\.ts$", "^app/integrations/"],
      },
      to: {
        ...runTime,
        path: "^app/integrations/.+\\.server\\.ts$",
        pathNot: "^app/integrations/storage/(public|signed)-files\\.server\\.ts$",
      },
    },
    {
      name: "4-handlers-only-in-the-http-server",
      severity: "error",
      from: { path: "^(app|server\\.ts)", pathNot: "^app/server/http/app\\.server\\.ts$" },
      to: { ...runTime, path: "^app/integrations/storage/(public|signed)-files\\.server\\.ts$" },
    },
    {
      name: "5-ui-knows-no-feature",
      severity: "error",
      from: { path: "^app/ui/", pathNot: tests },
      to: { ...runTime, path: "^(app/(?!ui/|brand\\.ts)|server\\.ts)" },
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
      to: { ...runTime, path: "^(dev|tests)/" },
    },
    {
      name: "8-lower-floors-know-no-higher-one",
      comment: "platform, integrations, i18n and ui are used by features; none of them knows one.",
      severity: "error",
      from: { path: "^app/(platform|integrations|i18n|ui)/", pathNot: tests },
      to: { path: ["^app/(features|server|routes)/", "^server\\.ts$"] },
    },
    {
      name: "8-platform-knows-no-texts",
      comment: "Keys of texts are types (i18n/message-key); the texts are the pages' own.",
      severity: "error",
      from: { path: "^app/platform/" },
      to: { path: "^app/i18n/locales/" },
    },
    {
      name: "8-features-know-no-server",
      comment: "app/server composes features; what a feature needs of the world is platform/services.",
      severity: "error",
      from: { path: "^app/features/", pathNot: tests },
      to: { path: ["^app/(server|routes)/", "^server\\.ts$"] },
    },
    ...roomsInOneOrder,
    {
      name: "migrations-import-nothing-from-app",
      comment: "A migration is frozen: what it imports would change under it.",
      severity: "error",
      from: { path: "^migrations/" },
      to: { ...runTime, path: "^app/" },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: "specify",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^build/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
