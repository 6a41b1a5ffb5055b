import { useRouteLoaderData } from "@remix-run/react";

/** Who is signed in, as far as a page needs to know. */
export interface KnownViewer {
  isCreator: boolean;
  isAdmin: boolean;
}

/** Gives who is signed in, or null; also null while an error hides the root's data. */
export function useKnownViewer(): KnownViewer | null {
  const data = useRouteLoaderData("root") as { viewer: KnownViewer | null } | undefined;
  return data?.viewer ?? null;
}
