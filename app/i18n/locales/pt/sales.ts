export const sales = {
  pending: "Pendente",
  processing: "Processando",
  completed: "Pago",
  failed: "Falhou",
  refunded: "Reembolsado",
  disputed: "Contestado",
} as const;
