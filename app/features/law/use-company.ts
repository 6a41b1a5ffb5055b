import { useRouteLoaderData } from "@remix-run/react";
import type { Company } from "~/platform/company";

/** Returns the company behind the shop; undefined on an error page, which lacks the root's data. */
export function useCompany(): Company | undefined {
  const data = useRouteLoaderData("root") as { company: Company } | undefined;
  return data?.company;
}
