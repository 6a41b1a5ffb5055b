import type { Env } from "./env.server";

/** The company that operates the shop, as far as its environment says. All of it is public. */
export interface Company {
  name: string | undefined;
  /** Formatted: 12.ABC.345/01DE-35. */
  cnpj: string | undefined;
  address: string | undefined;
  supportEmail: string | undefined;
}

type CompanyEnv = Pick<Env, "COMPANY_NAME" | "COMPANY_CNPJ" | "COMPANY_ADDRESS" | "SUPPORT_EMAIL">;

export function companyOf(env: CompanyEnv): Company {
  return {
    name: env.COMPANY_NAME,
    cnpj: env.COMPANY_CNPJ,
    address: env.COMPANY_ADDRESS,
    supportEmail: env.SUPPORT_EMAIL,
  };
}

/** Returns the variables without a value. Decreto 7.962/2013, article 2, requires all of them on the pages of a shop. */
export function listMissingCompanyVariables(env: CompanyEnv): (keyof CompanyEnv)[] {
  const names = ["COMPANY_NAME", "COMPANY_CNPJ", "COMPANY_ADDRESS", "SUPPORT_EMAIL"] as const;
  return names.filter((name) => env[name] === undefined);
}
