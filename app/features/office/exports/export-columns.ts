import type { Sheet, SheetColumn } from "~/features/base/documents/sheet";
import type { MessageKey } from "~/i18n/message-key";

/** By the status alone: a proxy may have written the text. */
export function exportFailure(status: number): MessageKey {
  if (status === 429) return "people.exportBusy";
  return status === 409 ? "people.exportTooMany" : "people.exportFailed";
}

export type People = "creators" | "consumers";
export type ExportKind = People | "sales" | "payouts" | "audit";
export type ExportFormat = "xlsx" | "csv";

const text = <Key extends string>(key: Key, title: string, width: number): SheetColumn<Key> => ({
  key,
  title,
  width,
  holds: "text",
});
const cents = <Key extends string>(key: Key, title: string): SheetColumn<Key> => ({
  key,
  title,
  width: 16,
  holds: "cents",
});
const moment = <Key extends string>(key: Key, title: string): SheetColumn<Key> => ({
  key,
  title,
  width: 18,
  holds: "moment",
});
const registered: SheetColumn<"created_at"> = {
  key: "created_at",
  title: "Data de Cadastro",
  width: 18,
  holds: "day",
};

export const exportSheets = {
  creators: {
    file: "criadores",
    sheet: "Criadores",
    columns: [
      text("full_name", "Nome", 30),
      text("email", "Email", 34),
      text("country", "País", 16),
      text("payment_method", "Método de Pagamento", 24),
      text("pix_key", "Chave PIX", 34),
      text("bank_name", "Banco", 24),
      text("bank_account_number", "Conta Bancária", 24),
      text("card_last4", "Últimos 4 dígitos do cartão", 28),
      registered,
    ],
  },
  consumers: {
    file: "consumidores",
    sheet: "Consumidores",
    columns: [text("full_name", "Nome", 30), text("email", "Email", 34), registered],
  },
  sales: {
    file: "vendas",
    sheet: "Vendas",
    columns: [
      text("id", "Código", 38),
      moment("created_at", "Data"),
      text("title", "Vídeo", 40),
      text("creator", "Criador", 34),
      text("buyer", "Consumidor", 34),
      text("status", "Situação", 16),
      text("payment_method", "Forma de pagamento", 20),
      moment("paid_at", "Paga em"),
      text("currency", "Moeda", 10),
      cents("amount_cents", "Valor"),
      cents("platform_fee_cents", "Taxa da plataforma"),
      cents("creator_earnings_cents", "Parte do criador"),
      cents("given_back_cents", "Reembolsado"),
      text("provider_payment_id", "Pagamento na Stripe", 32),
      cents("provider_fee_cents", "Tarifa da Stripe"),
      text("purchase_number", "Número da compra", 18),
      text("coupon", "Cupom", 20),
    ],
  },
  payouts: {
    file: "pagamentos",
    sheet: "Pagamentos",
    columns: [
      text("id", "Código", 38),
      moment("created_at", "Preparado em"),
      text("payee_name", "Favorecido", 30),
      text("email", "Email", 34),
      text("payment_method", "Método de Pagamento", 24),
      text("pix_key", "Chave PIX", 38),
      text("bank_name", "Banco", 24),
      text("bank_account_number", "Conta Bancária", 24),
      text("card_last4", "Últimos 4 dígitos do cartão", 28),
      text("card_holder_name", "Nome no cartão", 30),
      cents("amount_cents", "Valor (R$)"),
      text("status", "Situação", 14),
      text("bank_reference", "Referência do banco", 28),
      text("failure", "Motivo da falha", 40),
      moment("decided_at", "Decidido em"),
      text("attention", "Atenção", 40),
      text("bank_holder_tax_id", "CPF/CNPJ do titular", 22),
    ],
  },
  audit: {
    file: "auditoria",
    sheet: "Auditoria",
    columns: [
      text("id", "Código", 38),
      moment("created_at", "Data"),
      text("actor_email", "Administrador", 34),
      text("action", "Ação", 26),
      text("target_label", "Alvo", 40),
      text("target_kind", "Tipo do alvo", 16),
      text("target_id", "Código do alvo", 38),
      text("reason", "Motivo", 40),
      text("before", "Antes", 40),
      text("after", "Depois", 40),
      text("address", "Endereço", 20),
      text("browser", "Navegador", 24),
    ],
  },
} satisfies Record<ExportKind, Sheet>;

/** `export-cells.queries.server.ts` has a value for each. */
export type ColumnKey<Kind extends ExportKind> = (typeof exportSheets)[Kind]["columns"][number]["key"];

/** A workbook is made in memory, some 500 bytes per cell. CSV has no limit. */
const workbookCells = 1_000_000;

export function maxWorkbookRows(kind: ExportKind): number {
  return Math.floor(workbookCells / exportSheets[kind].columns.length);
}

export interface ExportFile {
  kind: ExportKind;
  format: ExportFormat;
}

/** Such as "creators.xlsx"; undefined if unknown. */
export function parseExportFile(name: string | undefined): ExportFile | undefined {
  const [, kind, format] = /^(creators|consumers|sales|payouts|audit)\.(xlsx|csv)$/.exec(name ?? "") ?? [];
  return kind && format ? { kind: kind as ExportKind, format: format as ExportFormat } : undefined;
}
