import type { Env } from "./env.server";

/** As far as the environment says. All of it is public. */
export interface Company {
  name: string | undefined;
  /** Formatted: 12.ABC.345/01DE-35. */
  cnpj: string | undefined;
  address: string | undefined;
  supportEmail: string | undefined;
  /** Data protection officer (LGPD, article 41); the company itself unless another is named. */
  officer: { name: string | undefined; email: string | undefined };
}

type CompanyEnv = Pick<
  Env,
  "COMPANY_NAME" | "COMPANY_CNPJ" | "COMPANY_ADDRESS" | "SUPPORT_EMAIL" | "DPO_NAME" | "DPO_EMAIL"
>;

export function companyOf(env: CompanyEnv): Company {
  return {
    name: env.COMPANY_NAME,
    cnpj: env.COMPANY_CNPJ,
    address: env.COMPANY_ADDRESS,
    supportEmail: env.SUPPORT_EMAIL,
    officer: { name: env.DPO_NAME ?? env.COMPANY_NAME, email: env.DPO_EMAIL ?? env.SUPPORT_EMAIL },
  };
}

/** As documents name it: "Sabiá Ltda., CNPJ 12.ABC.345/01DE-35". `otherwise`: the name of a company without one. */
export function nameCompany({ name, cnpj }: Pick<Company, "name" | "cnpj">, otherwise: string): string {
  return [name ?? otherwise, cnpj && `CNPJ ${cnpj}`].filter(Boolean).join(", ");
}

export function supportOf(env: Pick<Env, "SUPPORT_EMAIL" | "SUPPORT_WHATSAPP">) {
  return { email: env.SUPPORT_EMAIL, whatsapp: env.SUPPORT_WHATSAPP };
}

/** Required on a shop's pages by Decreto 7.962/2013, article 2, and for the officer by LGPD, article 41. */
export function listMissingCompanyVariables(env: CompanyEnv): (keyof CompanyEnv)[] {
  const names = ["COMPANY_NAME", "COMPANY_CNPJ", "COMPANY_ADDRESS", "SUPPORT_EMAIL", "DPO_NAME"] as const;
  return names.filter((name) => env[name] === undefined);
}
