/**
 * What the programs started here see of our environment: no PG… variable of the user's shell, no secret of ours, and messages
 * in English. A plain `su` leaves sbin, where useradd lives, out of the PATH.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const PATH = `${process.env.PATH ?? ""}:/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin`;
  return { NODE_ENV: process.env.NODE_ENV, PATH, LC_ALL: "C", TZ: "UTC" };
}
