import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import proxyAddr from "proxy-addr";
import type { Env } from "~/platform/env.server";
import type { Log } from "~/platform/log.server";

type ProxyEnv = Pick<Env, "TRUSTED_PROXY_HOPS" | "TRUSTED_PROXIES">;

/** Is a proxy of the operator's (TRUSTED_PROXIES). Without hops, none is. */
export function trustedProxies({
  TRUSTED_PROXY_HOPS: hops,
  TRUSTED_PROXIES: ranges,
}: ProxyEnv): (address: string) => boolean {
  const isListed = proxyAddr.compile(ranges);
  return (address) => hops > 0 && address !== "" && isListed(address, 0);
}

/** The client's IP address; "" when the socket is closed. */
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

interface ForwardedFacts {
  socketAddress: string | undefined;
  forwardedFor: string | undefined;
}

interface ProxyRule {
  /** X-Forwarded-For entries that the operator's own proxies add. */
  hops: number;
  isTrusted: (address: string) => boolean;
}

/**
 * X-Forwarded-For is read only when a trusted proxy sent it, and only the entry that the outermost of `hops` proxies
 * added. An entry that is no IP address counts as the proxy itself, so that invented values give nobody limits of their
 * own.
 */
export function findClientAddress(
  { socketAddress = "", forwardedFor }: ForwardedFacts,
  { hops, isTrusted }: ProxyRule,
): string {
  if (hops === 0 || forwardedFor === undefined || !isTrusted(socketAddress)) return socketAddress;
  const entries = forwardedFor.split(",");
  const entry = entries[Math.max(0, entries.length - hops)] ?? "";
  return parseAddress(entry.trim()) ?? socketAddress;
}

/** `7.7.7.7`, `7.7.7.7:1000`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:1000`. */
function parseAddress(entry: string): string | undefined {
  const [, bracketed] = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(entry) ?? [];
  const [, beforePort] = /^([0-9.]+):\d{1,5}$/.exec(entry) ?? [];
  const address = bracketed ?? beforePort ?? entry;
  return isIP(address) && !address.includes("%") ? address : undefined;
}
