export const buyerMails = {
  receipt: {
    label: "Receipt",
    subject: "Receipt for your purchase: {{title}}",
    preheader: "{{amount}} · {{title}}",
    title: "All set, {{name}}. The video is yours.",
    text: "We received your payment. Watch whenever you like, as often as you like.",
    press: "Watch now",
    total: "Total paid",
    changedMind: "Changed your mind?",
    withdrawUntil: "You can withdraw until {{date}} and get your money back, without giving a reason.",
    withdraw: "Withdraw from the purchase",
    print: "View the receipt to print",
  },
  facts: {
    video: "Video",
    seller: "Sold by",
    method: "Payment method",
    date: "Date",
    number: "Purchase number",
  },
  methods: {
    card: "Card",
    pix: "Pix",
    boleto: "Boleto",
    another: "Another",
  },
} as const;
