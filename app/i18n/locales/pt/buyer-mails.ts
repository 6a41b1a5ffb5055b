export const buyerMails = {
  receipt: {
    label: "Recibo",
    subject: "Recibo da sua compra: {{title}}",
    preheader: "{{amount}} · {{title}}",
    title: "Pronto, {{name}}. O vídeo é seu.",
    text: "Recebemos seu pagamento. Assista quando quiser, quantas vezes quiser.",
    press: "Assistir agora",
    total: "Total pago",
    changedMind: "Mudou de ideia?",
    withdrawUntil: "Você pode desistir até {{date}} e receber o valor de volta, sem dizer por quê.",
    withdraw: "Desistir da compra",
    print: "Ver recibo para imprimir",
  },
  facts: {
    video: "Vídeo",
    seller: "Vendido por",
    method: "Forma de pagamento",
    date: "Data",
    number: "Número da compra",
  },
  methods: {
    card: "Cartão",
    pix: "Pix",
    boleto: "Boleto",
    another: "Outra",
  },
} as const;
