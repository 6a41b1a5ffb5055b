import { type PixKeyType, parsePixKey } from "~/features/base/form-fields/pix-key";
import { formatPixKey } from "~/features/base/form-fields/written-pix-key";

/** The kinds of keys in the administrators' words. */
const pixKinds: Record<PixKeyType, string> = {
  cpf: "CPF",
  cnpj: "CNPJ",
  email: "E-mail",
  phone: "Celular",
  random: "Aleatória",
};

/** Returns a stored key as people write it, with its kind; the stored text without a kind if it is no valid key. */
export function describePixKey(stored: string): { kind: string; key: string } {
  const pix = parsePixKey(stored);
  return pix.ok ? { kind: pixKinds[pix.type], key: formatPixKey(pix) } : { kind: "", key: stored };
}
