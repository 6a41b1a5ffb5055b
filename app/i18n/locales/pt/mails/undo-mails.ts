export const undoMails = {
  press: "Não fui eu: desfazer",
  notYou:
    "Se não foi você, use o botão abaixo. Ele desfaz a mudança sem precisar entrar na conta, uma vez, por {{days}} dias.",
  copy: "Você recebe esta mensagem porque este endereço era o e-mail da conta até poucos dias atrás. Se não foi você que o trocou, use o botão abaixo: a conta volta para este endereço, todas as sessões são encerradas e você cria uma nova senha.",
  waits: {
    subject: "O e-mail da sua conta vai mudar",
    text: "A partir de {{date}}, o e-mail da sua conta no Sabiá passa a ser {{email}}. Como há saldo a receber, esperamos 48 horas.",
    account: "Para cancelar, abra Nome e e-mail em Sua conta.",
  },
  cancelled: {
    subject: "A troca de e-mail foi cancelada",
    text: "O e-mail da conta no Sabiá não muda para {{email}}: a troca foi cancelada.",
  },
  failed: {
    subject: "O e-mail da sua conta não mudou",
    text: "O e-mail {{email}} não pode mais ser usado. Sua conta no Sabiá continua com o e-mail de antes.",
  },
  undone: {
    subject: "Uma mudança na conta foi desfeita",
    text: "Uma mudança recente foi desfeita por um link enviado por e-mail. A conta no Sabiá está com o e-mail {{email}}, todas as sessões foram encerradas e a senha antiga não vale mais.",
    next: "O próximo passo é criar uma nova senha: enviamos o link para o e-mail da conta.",
    press: "Criar uma nova senha",
  },
  google: {
    subject: "Sua conta foi ligada ao Google",
    text: "Agora sua conta no Sabiá também abre com o Google, pelo endereço {{email}}.",
    dropped:
      "O e-mail ainda não tinha sido confirmado, e a conta podia ter sido criada por outra pessoa. Por segurança, a senha, as chaves de acesso e a verificação em duas etapas de antes deixaram de valer, e as sessões abertas foram encerradas.",
    payout: "Os dados para receber também foram apagados. Informe-os de novo em Configurações de pagamento.",
    password: "Para voltar a ter uma senha, peça um link de recuperação.",
    press: "Criar uma senha",
    see: "Ver minha conta",
  },
} as const;
