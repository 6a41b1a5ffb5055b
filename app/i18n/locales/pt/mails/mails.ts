export const mails = {
  hello: "Olá!",
  copy: "Se o botão não abrir, copie este endereço no navegador:",
  questions: "Alguma dúvida? Veja a",
  questionsReply: "Alguma dúvida? Responda este e-mail ou veja a",
  help: "Ajuda",
  terms: "Termos de uso",
  privacy: "Privacidade",
  stop: "Não quero mais receber este tipo de e-mail",
  recovery: {
    subject: "Redefina sua senha no Sabiá",
    asked: "Recebemos um pedido para redefinir a senha da sua conta no Sabiá.",
    press: "Redefinir minha senha",
    expires: "O link vale por {{minutes}} minutos e só funciona uma vez.",
    notYou: "Se não foi você, ignore este e-mail: sua senha continua a mesma.",
  },
  confirmation: {
    subject: "Confirme seu e-mail no Sabiá",
    changes:
      "Confirme que este endereço passa a ser o e-mail da sua conta no Sabiá. Até lá, continua valendo o anterior.",
    asked: "Sua conta no Sabiá foi criada com este e-mail. Confirme que ele é seu:",
    press: "Confirmar meu e-mail",
    expires: "O link vale por {{days}} dias e só funciona uma vez. Você já pode usar a conta enquanto isso.",
    notYou: "Se não foi você que criou a conta, ignore este e-mail: sem a senha dela, ninguém confirma nada.",
    changeExpires: "O link vale por {{days}} dias e só funciona uma vez.",
    changeNotYou: "Se não foi você que pediu a mudança, ignore este e-mail: nada muda sem o link.",
  },
  refundKey: {
    subject: "Informe sua chave Pix para receber {{amount}} de volta",
    twice:
      "Você pagou duas vezes pelo vídeo “{{title}}”. Vamos devolver {{amount}}; o vídeo continua seu pela outra compra.",
    back: "Vamos devolver {{amount}} da sua compra de “{{title}}”.",
    failed: "O valor não pôde ser enviado à chave que você informou. Confira a chave e informe de novo.",
    returned:
      "O banco devolveu a transferência que fizemos para a sua chave. Informe outra chave Pix, e enviamos de novo.",
    why: "Este pagamento não pode ser estornado pelo banco: nossa equipe faz um Pix para uma chave sua, em alguns dias úteis.",
    press: "Informar chave Pix",
    changedSubject: "A chave Pix do seu reembolso foi trocada",
    changed: "A chave Pix que recebe {{amount}} da sua compra de “{{title}}” foi trocada agora.",
    changedNotYou: "Se não foi você, troque a chave de novo e mude sua senha: alguém entrou na sua conta.",
    changedPress: "Conferir a chave",
    small: "Você só informa a chave depois de entrar na sua conta. Nunca pedimos senha por e-mail.",
  },
  withdrawal: {
    subject: "Não conseguimos devolver {{amount}}: peça de novo",
    failed:
      "Você desistiu da compra de “{{title}}”, mas não conseguimos devolver {{amount}}. Por isso a compra continua sua.",
    returned: "O banco devolveu a transferência que fizemos. Confira a chave Pix e peça de novo.",
    pixKey: "O valor ia para a chave Pix que você informou. Confira a chave e peça de novo.",
    sameWay: "O banco ou o cartão não aceitou o valor. Você pode pedir de novo.",
    right: "Você desistiu no prazo, então pode pedir de novo mesmo depois dos sete dias.",
    press: "Pedir de novo",
  },
} as const;
