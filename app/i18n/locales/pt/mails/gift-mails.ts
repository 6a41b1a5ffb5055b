/** Mails about access without a purchase. */
export const giftMails = {
  free: {
    subject: "Acesso liberado: {{title}}",
    preheader: "Sem compra: não há nada a pagar",
    title: "O vídeo é seu.",
    text: "Com o cupom {{code}}, não houve nada a pagar. Assista quando quiser, quantas vezes quiser.",
    press: "Assistir agora",
    price: "Valor",
    none: "Sem compra",
  },
  guest: {
    subject: "{{name}} convidou você para “{{title}}”",
    preheader: "Acesso de graça, sem compra",
    title: "{{name}} convidou você.",
    text: "Você pode assistir a “{{title}}” de graça. Entre ou crie uma conta, e o vídeo fica na sua biblioteca.",
    once: "O link vale uma vez, para a primeira conta que o usar. Se você não esperava este convite, ignore este e-mail.",
    press: "Aceitar o convite",
  },
} as const;
