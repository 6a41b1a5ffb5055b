import type { IncomingMessage } from "node:http";
import proxyAddr from "proxy-addr";
import type { Env } from "~/platform/env.server";
import type { Log } from "~/platform/log.server";
import { findClientAddress } from "./client-address";

type ProxyEnv = Pick<Env, "TRUSTED_PROXY_HOPS" | "TRUSTED_PROXIES">;

/** Returns whether an address is a proxy of the operator's (TRUSTED_PROXIES). Without hops, none is. */
export function trustedProxies({
  TRUSTED_PROXY_HOPS: hops,
  TRUSTED_PROXIES: ranges,
}: ProxyEnv): (address: string) => boolean {
  const isListed = proxyAddr.compile(ranges);
  return (address) => hops > 0 && address !== "" && isListed(address, 0);
}

/** Returns a function that returns the client's IP address of a request; "" when its socket is closed. */
export function clientAddresses(env: ProxyEnv, log: Log): (req: IncomingMessage) => string {
  const isTrusted = trustedProxies(env);
  let warned = false;
  return (req) => {
    const { remoteAddress: socketAddress } = req.socket;
    const header = req.headers["x-forwarded-for"];
    const forwardedFor = Array.isArray(header) ? header.join(",") : header;
    if (!warned && env.TRUSTED_PROXY_HOPS > 0 && forwardedFor && socketAddress && !isTrusted(socketAddress)) {
      warned = true;
      log.warn(
        { address: socketAddress },
        "X-Forwarded-For of an address that is not among TRUSTED_PROXIES is ignored: a proxy to add, or a client that reaches this port",
      );
    }
    return findClientAddress({ socketAddress, forwardedFor }, { hops: env.TRUSTED_PROXY_HOPS, isTrusted });
  };
}
