export const sales = {
  pending: "Pending",
  processing: "Processing",
  completed: "Paid",
  failed: "Failed",
  refunded: "Refunded",
  disputed: "Disputed",
  awaitingBoleto: "Awaiting the boleto until {{until}}",
  awaitingPix: "Awaiting the Pix until {{until}}",
  seeBoleto: "See boleto",
  seePix: "See the Pix",
  seePayment: "See payment",
} as const;
