import type { Account, EntryReason } from "~/features/money/ledger/movement-position";

/**
 * The ledger's accounts in an accountant's terms (docs/money.md, Chart of accounts). `bank` and `paid_out` are one bank
 * account, whose part paid to creators the ledger keeps per creator: a paid payout credits it.
 */
export const chartOfAccounts: Record<Account, { code: string; name: string }> = {
  provider: { code: "1.1.01", name: "Saldo na Stripe" },
  bank: { code: "1.1.02", name: "Banco" },
  paid_out: { code: "1.1.02", name: "Banco" },
  disputed: { code: "1.2.01", name: "Valores contestados na Stripe" },
  unexplained: { code: "1.9.01", name: "Movimentos da Stripe a esclarecer" },
  creator: { code: "2.1.01", name: "Criadores a pagar" },
  creator_held: { code: "2.1.02", name: "Criadores, retido por contestação" },
  in_transit: { code: "2.1.03", name: "Repasses em pagamento" },
  buyer: { code: "2.2.01", name: "Compradores a devolver" },
  platform: { code: "3.1.01", name: "Comissão da plataforma" },
  platform_held: { code: "3.1.02", name: "Comissão retida por contestação" },
  provider_fees: { code: "4.1.01", name: "Tarifas da Stripe" },
  dispute_fees: { code: "4.1.02", name: "Tarifas por contestações" },
  goodwill: { code: "4.3.01", name: "Cortesias e ajustes a criadores" },
  loss: { code: "4.2.01", name: "Perdas em contestações" },
};

export const histories: Record<EntryReason, string> = {
  sale: "Venda",
  refund: "Reembolso",
  dispute: "Contestação",
  fee: "Tarifa da Stripe",
  release: "Mudança da data de liberação",
  payout: "Repasse",
  return: "Repasse devolvido pelo banco",
  adjustment: "Ajuste de saldo",
  writeOff: "Perdão de saldo negativo",
  repayment: "Devolução do criador",
  movement: "Movimento da conta na Stripe",
};
