/** Set by the bundler (dev/build-server.ts): the commit, or the version where there is no repository. */
declare const BUILT_FROM: string | undefined;

/** The release that runs, for log lines and metrics. `RELEASE`, set by the operator, wins over what the build noted. */
export const release =
  process.env.RELEASE || (typeof BUILT_FROM === "string" ? BUILT_FROM : undefined) || "development";
