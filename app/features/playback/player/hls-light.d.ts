/** The package declares types for its main entry alone. */
declare module "hls.js/light" {
  export { default } from "hls.js";
}
