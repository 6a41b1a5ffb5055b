export const receipt = {
  title: "Recibo",
  file: "recibo",
  page: "Página",
  pdf: "Baixar PDF",
  number: "Número",
  video: "Vídeo",
  course: "Curso",
  seller: "Vendido por",
  platform: "Plataforma",
  buyer: "Comprador",
  paidAt: "Pago em",
  method: "Forma de pagamento",
  card: "Cartão",
  pix: "Pix",
  boleto: "Boleto",
  otherMethod: "Outra forma",
  coupon: "Cupom",
  couponOf: "{{code}}: preço sem ele {{price}}",
  back: "Reembolso feito, pedido em {{date}}",
  backComing: "Reembolso pedido em {{date}}",
  disputeLost: "Devolvido pelo banco em {{date}}",
  total: "Valor da compra",
  totalLeft: "Valor depois dos reembolsos",
  withdrawOpen:
    "Você pode desistir desta compra até {{date}}, sem dizer por quê (art. 49 do Código de Defesa do Consumidor).",
  withdrawOver: "O prazo para desistir desta compra terminou em {{date}}.",
  licence: "A compra dá acesso pessoal e sem prazo ao vídeo pela plataforma, conforme os termos de uso.",
  licenceCourse:
    "A compra dá acesso pessoal e sem prazo ao curso pela plataforma, conforme os termos de uso.",
  licenceGift: "A compra é um presente: o acesso é de quem o recebe, conforme os termos de uso.",
  noInvoice: "Este recibo não é nota fiscal.",
  disputed: "O pagamento está em contestação no banco, e o acesso está suspenso até o banco decidir.",
  accessEnded: "O valor voltou ou está voltando para quem pagou, e o acesso por esta compra terminou.",
  twice: "Este pagamento foi feito em duplicidade: o valor volta para quem pagou, e ele não dá acesso.",
  support: "Dúvidas sobre esta compra: {{email}}",
  certificate: "Ver o certificado",
  print: "Imprimir",
  notYet: "O recibo aparece depois que o pagamento for confirmado.",
} as const;

export const mailChoices = {
  title: "Seus e-mails",
  text: "Recibos e avisos sobre dinheiro e segurança chegam sempre. Escolha o resto.",
  save: "Salvar",
  sales: "Vendas",
  questions: "Perguntas dos seus alunos",
  answers: "Respostas às suas perguntas",
  reviews: "Avaliações",
  videos: "Vídeos prontos",
  reminders: "Compras que ficaram para depois",
  prices: "Preços de vídeos guardados",
  lessons: "Aulas novas dos seus cursos",
  progress: "Cursos que você parou e certificados",
  announcements: "Recados de quem ensina o que você comprou",
  news: "Novidades de quem você segue",
  sender: "Recados e novidades de {{name}}",
  attention: "Precisa de atenção (administração)",
  each: "A cada vez",
  daily: "Uma vez por dia",
  none: "Não receber",
  endTitle: "Parar de receber?",
  invitations: "Convites de criadores",
  invitationsEndText: "Você deixa de receber convites de qualquer criador neste endereço.",
  invitationsEnded: "Pronto: nenhum convite chega mais a este endereço.",
  endText: "Você deixa de receber este tipo de e-mail. Dá para mudar de ideia quando quiser.",
  end: "Não quero mais receber",
  ended: "Pronto: você não recebe mais este tipo de e-mail.",
  unknownLink: "Este link não é válido. Entre na sua conta para escolher seus e-mails.",
  toChoices: "Escolher meus e-mails",
} as const;

/** The page of a link that gives access: said by the server. Not in the browser's catalogue. */
export const giftPage = {
  title: "Para você",
  guestTitle: "{{name}} convidou você",
  guestText: "Assista de graça, quando quiser. Fica na sua biblioteca.",
  giftTitle: "{{name}} te deu um presente",
  giftText: "Já está pago: assista quando quiser. Fica na sua biblioteca.",
  take: "Aceitar",
  login: "Entrar ou criar conta",
  loginText: "Falta só a sua conta: depois de entrar, você volta para cá.",
  yours: "Já é seu.",
  watch: "Assistir",
  taken: "Este link já foi usado por outra conta. Cada link vale uma vez.",
  gone: "Este link não vale mais. Peça outro a quem enviou.",
  unknown: "Confira o endereço: este link não existe.",
  own: "Este link é para outra pessoa: envie a quem você quer dar o acesso.",
  hasAlready: "Você já tem acesso. O link continua valendo para outra pessoa.",
  shop: "Ver os vídeos",
} as const;

export const law = {
  terms: "Termos de uso",
  privacy: "Política de privacidade",
  help: "Ajuda",
  version: "Versão de {{date}}",
  changed: "Os termos de uso e a política de privacidade mudaram. Você continua usando o Sabiá normalmente.",
  first: "Leia e aceite os termos de uso e a política de privacidade do Sabiá.",
  read: "Ler os termos",
  accept: "Aceitar",
  signingUpAccepts: "Ao criar a conta, você aceita os",
  buyingAccepts: "Ao comprar, você aceita os",
  andThe: "e a",
  withdrawal: "Você tem 7 dias para desistir da compra e receber o valor de volta (art. 49 do CDC).",
  contents: "Nesta página",
} as const;

/** What a video's page says of the coupon of its address: said by the server. Not in the browser's catalogue. */
export const couponRefusals = {
  couponUnknown: "Confira o código: não há um cupom assim para este vídeo.",
  couponOtherVideo: "Ele vale para outros vídeos deste criador.",
  couponEarly: "Ele ainda não está valendo.",
  couponOver: "O prazo dele terminou.",
  couponUsedUp: "Ele já se esgotou.",
  couponUsed: "Você já usou este cupom.",
  couponFirstOnly: "Ele vale só para a primeira compra.",
  free: "Grátis",
  freeProduct: "Não há nada a pagar. Basta uma conta.",
  paid: "Sem custo",
  paidByLessons: "O que você pagou pelas aulas cobre o preço.",
  freeText: "Com o cupom não há nada a pagar. Basta uma conta.",
  couponTooLow: "Com ele o preço ficaria abaixo do menor valor que podemos cobrar, R$ 0,50.",
} as const;

/** The files that come with a video: written by the server. Not in the browser's catalogue. */
export const downloads = {
  title: "Baixados",
  noScript: "Para baixar aulas, ative o JavaScript neste navegador.",
};

export const filesToDownload = {
  title: "Arquivos para baixar",
  one: "1 arquivo para baixar",
  many: "{{count}} arquivos para baixar",
  note: "Você baixa os arquivos na página do vídeo, depois da compra.",
  open: "Baixar {{name}}",
} as const;

/** Explains why a viewer may not watch or buy now: written by the server. Not in the browser's catalogue. */
export const holdings = {
  heldTitle: "Há um pagamento em aberto",
  heldByLesson:
    "O pagamento da aula “{{title}}” ainda não foi confirmado. Depois disso você pode comprar este curso, com o desconto do que pagou por ela.",
  heldByCourse: "O pagamento do curso “{{title}}”, que já inclui esta aula, ainda não foi confirmado.",
  suspendedTitle: "Esta compra está em contestação",
  suspendedGiftTitle: "Este presente está em contestação",
  suspended_purchase: "O pagamento de “{{title}}” foi contestado no banco.",
  suspended_course: "Esta aula é sua pelo curso “{{title}}”, e o pagamento dele foi contestado no banco.",
  suspended_gift: "Você ganhou “{{title}}” de presente, e o pagamento de quem deu foi contestado no banco.",
  suspended_lessons:
    "“{{title}}” foi pago por suas aulas, e o pagamento de uma delas foi contestado no banco.",
  suspendedUntil:
    "O acesso fica suspenso até o banco decidir. Se a contestação for recusada, ele volta sozinho: não compre de novo.",
  removedTitle: "Esta aula não faz parte do seu curso",
  removed: "Ela saiu do curso “{{title}}” antes de ele ser seu. As outras aulas continuam lá.",
  toCourse: "Ir para o curso",
  ended_refunded: "Sua compra foi reembolsada",
  endedText_refunded: "O reembolso de “{{title}}” encerrou o acesso.",
  ended_withdrawn: "Você desistiu desta compra",
  endedText_withdrawn:
    "A desistência de “{{title}}” encerrou o acesso. Em Minhas compras você acompanha o reembolso.",
  ended_disputeLost: "O banco devolveu esta compra",
  endedText_disputeLost:
    "A contestação de “{{title}}” terminou, o valor ficou com quem pagou, e o acesso acabou.",
  ended_gift: "Este presente foi desfeito",
  endedText_gift: "O pagamento de “{{title}}” voltou para quem deu o presente, e o acesso terminou.",
  ended_lessons: "Suas aulas não pagam mais este curso",
  endedText_lessons: "Uma das compras que pagavam “{{title}}” foi devolvida, e o acesso ao curso terminou.",
  ended_guest: "O convite foi retirado",
  endedText_guest: "Quem criou “{{title}}” retirou o convite, e o acesso terminou.",
  buyAgain: "Se quiser assistir de novo, é uma compra nova.",
  freeAgain: "Agora é grátis: um toque, e o acesso volta.",
  gone: "Não está mais à venda.",
} as const;

/** Explains a price that rose while its page was open: written by the server. Not in the browser's catalogue. */
export const priceRise = {
  title: "Novo preço: confira antes de comprar",
  text: "O preço mudou de {{before}} para {{price}} depois que você abriu a página. Nada foi cobrado. Se ainda quiser, é só comprar pelo preço novo.",
} as const;

/** The orders of the reviews: written by the server. Not in the browser's catalogue. */
export const reviewSort = {
  sort: "Ordem das avaliações",
  newest: "Mais recentes",
  best: "Melhores notas",
  worst: "Piores notas",
} as const;

/** The page of a request that waits for others (`server/http/admission.server.ts`). Not in the browser's catalogue. */
export const busy = {
  page: "Esta página tenta de novo sozinha em alguns segundos.",
  form: "Nada foi feito ainda e nada se perdeu. Envie de novo em alguns segundos.",
  secretForm:
    "Nada foi feito ainda. Por segurança, senhas e códigos não ficam guardados aqui: volte ao formulário e envie de novo.",
  backToForm: "Voltar ao formulário",
} as const;

/** The page of a form that a guard refused. */
export const keptForm = {
  signedOut:
    "Sua sessão terminou. O que você digitou está guardado nesta página: entre em outra aba com a mesma conta, volte aqui e continue.",
  otherAccount:
    "Este texto foi escrito em outra conta. Entre em outra aba com a conta em que você escrevia, volte aqui e continue.",
  secondFactor:
    "O que você digitou está guardado nesta página: ative a verificação em outra aba, volte aqui e continue.",
  send: "Enviar o que digitei",
  notKept: "Arquivos, senhas e códigos não ficam guardados: preencha de novo.",
} as const;
