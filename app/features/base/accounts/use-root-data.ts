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

export interface LawWords {
  /** Terms, privacy policy and help: the links of the footer. */
  pages: { label: string; to: string }[];
  /** Name, CNPJ and address of the company; empty where none is set. */
  company: string;
  email: string;
  signup: string;
  buying: string;
  and: string;
  withdrawal: string;
}

/** Returns the words that every page brings along; undefined on an error page, which lacks the root's data. */
export function useLawWords(): LawWords | undefined {
  return (useRouteLoaderData("root") as { law: LawWords } | undefined)?.law;
}
