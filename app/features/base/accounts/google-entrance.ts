/** `proof`: a signed-in person proves their identity again. */
const googleEntrances = ["consumer", "creator", "admin", "proof"] as const;

export type GoogleEntrance = (typeof googleEntrances)[number];

export const loginPaths: Record<GoogleEntrance, string> = {
  consumer: "/consumer-login",
  creator: "/creator-login",
  admin: "/admin-login",
  proof: "/account/proof",
};

/** Where the creators' login leads. Without a creator profile, the area leads on to the registration. */
export const creatorHome = "/creator/dashboard";

export function parseGoogleEntrance(raw: string | undefined): GoogleEntrance {
  return googleEntrances.find((entrance) => entrance === raw) ?? "consumer";
}
