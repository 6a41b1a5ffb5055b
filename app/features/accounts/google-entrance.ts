/** The three screens that offer Google sign-in. */
const googleEntrances = ["consumer", "creator", "admin"] as const;

export type GoogleEntrance = (typeof googleEntrances)[number];

/** The screen to go back to when signing in with Google failed or was cancelled. */
export const loginPaths: Record<GoogleEntrance, string> = {
  consumer: "/consumer-login",
  creator: "/creator-login",
  admin: "/admin-login",
};

/** Reads which screen it was; anything unknown is the consumers'. */
export function parseGoogleEntrance(raw: string | undefined): GoogleEntrance {
  return googleEntrances.find((entrance) => entrance === raw) ?? "consumer";
}
