export const privacyMails = {
  notYou: "Não foi você? Troque sua senha agora e encerre as outras sessões na página da sua conta.",
  dataReady: {
    subject: "Seus dados estão prontos para baixar",
    text: "O arquivo com tudo o que o Sabiá guarda sobre você está pronto.",
    until: "Ele fica disponível por {{days}} dias e só abre depois de entrar na sua conta.",
    press: "Baixar meus dados",
  },
  erasureScheduled: {
    subject: "Sua conta será excluída",
    text: "Você pediu a exclusão da sua conta no Sabiá. Ela começa em {{date}}.",
    keep: "Até lá, tudo continua funcionando e você pode desistir a qualquer momento.",
    press: "Manter minha conta",
  },
  erasureRevoked: {
    subject: "Sua conta continua com você",
    text: "A exclusão da sua conta no Sabiá foi cancelada. Nada foi apagado.",
    press: "Ver minha conta",
  },
  erasureBegun: {
    subject: "A exclusão da sua conta começou",
    text: "O prazo para desistir terminou. Estamos apagando seus dados, e este é o último e-mail que você recebe de nós.",
    waits:
      "Se ainda houver pagamento, reembolso, contestação ou saldo a receber, seus dados de acesso e de recebimento ficam guardados até isso se resolver.",
  },
} as const;
