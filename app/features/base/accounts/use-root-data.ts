import { useRouteLoaderData } from "@remix-run/react";

export interface KnownViewer {
  isCreator: boolean;
  isAdmin: boolean;
  hasPassword: boolean;
}

/** Null when signed out, and on an error page, which lacks the root's data. */
export function useKnownViewer(): KnownViewer | null {
  const data = useRouteLoaderData("root") as { viewer: KnownViewer | null } | undefined;
  return data?.viewer ?? null;
}

export interface LawWords {
  pages: { label: string; to: string }[];
  /** Name, CNPJ and address; empty if not set. */
  company: string;
  email: string;
  signup: string;
  buying: string;
  and: string;
  withdrawal: string;
}

/** Undefined on an error page, which lacks the root's data. */
export function useLawWords(): LawWords | undefined {
  return (useRouteLoaderData("root") as { law: LawWords } | undefined)?.law;
}
