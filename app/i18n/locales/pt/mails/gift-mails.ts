/** Mails about access without a purchase. */
export const giftMails = {
  free: {
    subject: "Acesso liberado: {{title}}",
    preheader: "Sem compra: não há nada a pagar",
    title: "O vídeo é seu.",
    text: "Com o cupom {{code}}, não houve nada a pagar. Assista quando quiser, quantas vezes quiser.",
    textFree: "Quem criou oferece de graça. Assista quando quiser, quantas vezes quiser.",
    preheaderLessons: "O que você pagou pelas aulas cobre o curso",
    titleLessons: "O curso é seu.",
    textLessons: "O que você já pagou pelas aulas cobre o preço do curso inteiro: não há nada a pagar.",
    whileLessons:
      "Se uma dessas compras for devolvida e as outras não cobrirem o curso, o acesso a ele termina.",
    press: "Assistir agora",
    price: "Valor",
    none: "Sem compra",
    paidByLessons: "Pago pelas aulas",
  },
  guest: {
    subject: "{{name}} convidou você para “{{title}}”",
    preheader: "Acesso de graça, sem compra",
    title: "{{name}} convidou você.",
    text: "Você pode assistir a “{{title}}” de graça. Entre ou crie uma conta, e ele fica na sua biblioteca.",
    once: "O link vale uma vez, para a primeira conta que o usar. Se você não esperava este convite, ignore este e-mail.",
    stop: "Não quero mais receber convites",
    press: "Aceitar o convite",
  },
  gift: {
    subject: "{{name}} te deu um presente: {{title}}",
    preheader: "Já está pago: é só abrir",
    title: "Um presente de {{name}}.",
    text: "“{{title}}” é seu: já está pago. Entre ou crie uma conta, e ele fica na sua biblioteca.",
    once: "O link vale uma vez, para a primeira conta que o usar. Não o encaminhe.",
    press: "Abrir o presente",
  },
  given: {
    subject: "Recibo do seu presente: {{title}}",
    title: "Pronto, {{name}}. O presente está pago.",
    text: "O link vai para quem você escolheu: agora mesmo, ou no dia que você marcou. Enquanto ninguém o usar, você pode mudar para quem ele vai.",
    press: "Ver o presente",
  },
} as const;
