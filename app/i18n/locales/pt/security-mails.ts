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
