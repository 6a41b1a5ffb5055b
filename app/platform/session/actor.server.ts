import type { AppLoadContext } from "@remix-run/node";

export interface Actor {
  userId: string;
  email: string;
  /** From the socket or a trusted proxy; null outside a request. */
  address: string | null;
  browser: string | null;
  at: Date;
}

export function actorOf(
  context: Pick<AppLoadContext, "services" | "clientAddress">,
  request: Request,
  { userId, email }: { userId: string; email: string },
): Actor {
  return { userId, email, ...clientOf(context, request), at: context.services.clock() };
}

export type Client = Pick<Actor, "address" | "browser">;

export function clientOf(context: Pick<AppLoadContext, "clientAddress">, request: Request): Client {
  return {
    address: context.clientAddress || null,
    browser: nameBrowser(request.headers.get("User-Agent")) ?? null,
  };
}

const browsers = [
  [/Edg\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;

const systems = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

export function nameBrowser(userAgent: string | null): string | undefined {
  const find = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const named = [find(browsers), find(systems)].filter(Boolean);
  return named.length > 0 ? named.join(" · ") : undefined;
}
