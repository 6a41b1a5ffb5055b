export const payoutMails = {
  label: "Segurança",
  from: "Antes",
  to: "Depois",
  changedAt: "Pedida em",
  applies: "Vale a partir de",
  staysAt: "Você recebe em",
  cancelledAt: "Cancelada em",
  press: "Ver configurações de pagamento",
  notYou: "Não foi você?",
  notYouText: "Troque sua senha agora. Depois entre e confira onde você recebe.",
  password: "Trocar minha senha",
  changed: {
    subject: "Seus dados de recebimento mudaram",
    heldSubject: "Pedido para mudar seus dados de recebimento",
    held: "Recebemos um pedido para mudar os dados em que você recebe no Sabiá. Por segurança, os novos dados só valem a partir de {{date}}. Até lá, os repasses vão para os dados de antes, e você pode cancelar a mudança.",
    inForce: "Os dados em que você recebe no Sabiá mudaram. Os novos valem desde {{date}}.",
  },
  cancelled: {
    subject: "A mudança dos seus dados de recebimento foi cancelada",
    text: "A mudança para {{to}} foi cancelada. Nenhum repasse foi feito para esses dados.",
  },
} as const;
