export const sales = {
  pending: "Pendente",
  processing: "Processando",
  completed: "Pago",
  failed: "Falhou",
  refunded: "Reembolsado",
  disputed: "Contestado",
  awaitingBoleto: "Aguardando o boleto até {{until}}",
  awaitingPix: "Aguardando o Pix até {{until}}",
  seeBoleto: "Ver boleto",
  seePix: "Ver o Pix",
  seePayment: "Ver pagamento",
} as const;
