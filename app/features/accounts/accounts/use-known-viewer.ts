import { useRouteLoaderData } from "@remix-run/react";

export interface KnownViewer {
  isCreator: boolean;
  isAdmin: boolean;
  hasPassword: boolean;
}

/** Returns the signed-in viewer, or null; also null on an error page, which lacks the root's data. */
export function useKnownViewer(): KnownViewer | null {
  const data = useRouteLoaderData("root") as { viewer: KnownViewer | null } | undefined;
  return data?.viewer ?? null;
}
