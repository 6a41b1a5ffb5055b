/**
 * Development packages whose code runs in production all the same: the build puts it into its bundles, for the server
 * or browsers (dev/build-server.ts). tests/deploy/production.test.ts compares the list with what was built.
 */
export const bundledPackages: readonly string[] = [
  "@react-email/body",
  "@react-email/button",
  "@react-email/column",
  "@react-email/container",
  "@react-email/head",
  "@react-email/heading",
  "@react-email/html",
  "@react-email/img",
  "@react-email/link",
  "@react-email/preview",
  "@react-email/render",
  "@react-email/row",
  "@react-email/section",
  "@react-email/text",
  "@remix-run/express",
  "@remix-run/node",
  "@remix-run/react",
  "@simplewebauthn/browser",
  "@tus/server",
  "hls.js",
  "isbot",
  "mediabunny",
  "remix-auth",
  "remix-auth-google",
  "remix-i18next",
  "tus-js-client",
];
