export const securityMails = {
  press: "Ver minha conta",
  notYou: "Se não foi você, troque sua senha agora e encerre as outras sessões em Sua conta.",
  emailChanged: {
    subject: "O e-mail da sua conta mudou",
    text: "O e-mail da sua conta no Sabiá agora é {{email}}.",
  },
  secondFactorOn: {
    subject: "Verificação em duas etapas ligada",
    text: "A partir de agora, o login na sua conta pede também um código do aplicativo autenticador.",
  },
  secondFactorHelp: {
    subject: "Você perdeu a verificação em duas etapas?",
    text: "Alguém entrou com sua senha e pediu para desligar a verificação em duas etapas da sua conta. Se foi você, confirme pelo botão em até {{hours}} horas. Depois disso, um administrador analisa o pedido.",
    notYou: "Se não foi você, abra o link, cancele o pedido e troque sua senha: alguém a conhece.",
    press: "Confirmar ou cancelar",
  },
  secondFactorHelpProved: {
    subject: "Pedido para desligar a verificação em duas etapas",
    text: "O pedido foi confirmado pelo seu e-mail. Se um administrador permitir, a verificação é desligada 24 horas depois da confirmação. Até lá, o link do e-mail anterior cancela o pedido.",
  },
  secondFactorHelpAllowed: {
    subject: "A verificação em duas etapas será desligada",
    text: "Um administrador permitiu o pedido. A verificação é desligada 24 horas depois da confirmação por e-mail; até lá, o link do e-mail de confirmação cancela o pedido.",
  },
  secondFactorHelpRevoked: {
    subject: "Pedido cancelado",
    text: "O pedido para desligar a verificação em duas etapas foi cancelado. Ela continua ligada.",
  },
  secondFactorOff: {
    subject: "Verificação em duas etapas desligada",
    text: "Sua conta volta a abrir só com a senha. Os códigos de recuperação deixaram de valer.",
  },
  passkeyAdded: {
    subject: "Uma chave de acesso foi adicionada",
    text: "A chave de acesso “{{name}}” agora abre sua conta no Sabiá, sem a senha.",
  },
  passkeyRemoved: {
    subject: "Uma chave de acesso foi removida",
    text: "A chave de acesso “{{name}}” não abre mais sua conta no Sabiá.",
  },
  recoveryCodeUsed: {
    subject: "Um código de recuperação foi usado",
    text: "Alguém entrou na sua conta com um código de recuperação. Restam {{left}}.",
  },
} as const;
