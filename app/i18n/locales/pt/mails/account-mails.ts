export const accountMails = {
  passwordChanged: {
    subject: "Sua senha foi alterada",
    title: "Sua senha foi alterada.",
    text: "A senha da sua conta no Sabiá foi alterada em {{date}}. Os outros acessos foram encerrados.",
    notYou: "Se não foi você, defina outra senha agora: o link abaixo envia um e-mail para este endereço.",
    press: "Definir outra senha",
  },
  newSignIn: {
    subject: "Novo acesso à sua conta",
    title: "Novo acesso à sua conta.",
    text: "Sua conta no Sabiá foi acessada de um navegador que ainda não conhecíamos.",
    notYou: "Se foi você, está tudo certo. Se não foi, encerre os outros acessos e troque sua senha.",
    browser: "Navegador",
    unknownBrowser: "Desconhecido",
    date: "Data",
    press: "Ver meus acessos",
  },
  disputeDue: {
    subject: "Disputa de {{amount}} sem resposta: prazo até {{date}}",
    title: "Uma disputa de {{amount}} espera resposta",
    text: "A compra de “{{title}}” foi contestada no banco. Sem resposta até {{date}}, o valor fica com quem contestou. Os textos já estão escritos: confira e envie, ou aceite.",
    press: "Responder à disputa",
  },
  payoutDraft: {
    subject: "Repasses de hoje: {{sum}} para {{count}}",
    title: "Os repasses de hoje estão prontos para conferir",
    text: "{{sum}} para {{count}}. Confira e prepare o lote: até lá nada é pago, e os valores podem mudar com novas vendas e devoluções.",
    one: "1 criador",
    many: "{{count}} criadores",
    press: "Conferir os repasses",
  },
  attention: {
    subject: "Precisa de atenção: {{count}} assuntos",
    subjectSingle: "Precisa de atenção: 1 assunto",
    anchor: "Âncora do livro-razão de {{day}}",
    anchorSubject: "Âncora do livro-razão de {{day}}",
    anchorText:
      "Guarde este e-mail: o código da âncora comprova, fora do banco de dados, que o livro-razão não foi alterado depois.",
    title: "Precisa de atenção",
    text: "Estes assuntos esperam por um administrador hoje.",
    press: "Abrir o painel",
  },
} as const;
