import { isIP } from "node:net";

export interface ForwardedFacts {
  /** The peer's address; undefined once the socket is closed. */
  socketAddress: string | undefined;
  forwardedFor: string | undefined;
}

export interface ProxyRule {
  /** Number of X-Forwarded-For entries that the operator's own proxies add. */
  hops: number;
  isTrusted: (address: string) => boolean;
}

/**
 * Returns the IP address of a request's client, or "" when the socket is closed. X-Forwarded-For is read only when a
 * trusted proxy sent it, and only the entry that the outermost of `hops` proxies added. An entry with a port counts
 * without it; an entry that is no IP address counts as the proxy itself, so that invented values give nobody limits of
 * their own.
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

/** Returns the address of `7.7.7.7`, `7.7.7.7:1000`, `2001:db8::1`, `[2001:db8::1]` and `[2001:db8::1]:1000`. */
function parseAddress(entry: string): string | undefined {
  const [, bracketed] = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(entry) ?? [];
  const [, beforePort] = /^([0-9.]+):\d{1,5}$/.exec(entry) ?? [];
  const address = bracketed ?? beforePort ?? entry;
  return isIP(address) && !address.includes("%") ? address : undefined;
}
