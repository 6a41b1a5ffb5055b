export const admin = {
  noPermission: "Você não tem permissão para acessar esta área",
  checking: "Verificando acesso...",
  nav: "Administração",
  dashboard: "Painel",
} as const;
