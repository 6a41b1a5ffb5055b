export const salesPage = {
  held: "Pagamento em aberto",
  breadcrumb: "Você está em",
  videos: "Vídeos",
  oneTime: "Pagamento único",
  includes: "O que está incluído",
  includesLength: "{{length}} de vídeo",
  includesCaptions: "Legendas: {{languages}}",
  doubts: "Ficou com dúvida?",
  askByWhatsApp: "Pergunte pelo WhatsApp",
  askByMail: "Pergunte por e-mail",
  priceBefore: "Preço sem o cupom:",
  couponOn: "Cupom {{code}} aplicado: sem ele, {{price}}",
  couponNot: "O cupom {{code}} não foi aplicado",
  save: "Guardar para depois",
  buying: "Compra",
  withdrawal: "7 dias para desistir",
  withdrawalText: "Seu dinheiro de volta, sem precisar explicar",
  access: "Acesso sem prazo",
  accessText: "No celular e no computador",
  safe: "Pagamento seguro",
  safeText: "{{methods}}, pela Stripe",
  pix: "Pix",
  card: "Cartão",
  boleto: "Boleto",
  gift: "Dar de presente",
  own: "Este vídeo é seu",
  ownText: "É assim que as pessoas veem a página.",
  edit: "Editar",
  outcomes: "O que você vai aprender",
  about: "Sobre este vídeo",
  details: "Detalhes",
  duration: "Duração",
  language: "Idioma",
  captions: "Legendas",
  no: "Não",
  updated: "Atualizado em",
  published: "Publicado em",
  questions: "Perguntas sobre a compra",
  regret: "E se eu não gostar?",
  regretAnswer:
    "Você tem 7 dias para desistir e receber o valor de volta, sem precisar dizer por quê. É o seu direito, pelo art. 49 do Código de Defesa do Consumidor. O pedido fica em Minhas compras.",
  when: "Quando posso assistir?",
  whenCard: "Assim que o pagamento for confirmado. No cartão, é na hora.",
  whenPix: "No Pix, em poucos instantes.",
  whenBoleto: "No boleto, em até dois dias úteis depois de pagar.",
  howLong: "Por quanto tempo posso assistir?",
  howLongAnswer:
    "Sem prazo: entre na sua conta e assista quantas vezes quiser, no celular ou no computador, pelo navegador.",
  howCard: "Como pago com cartão?",
  howPix: "Como pago com Pix?",
  howBoleto: "Como pago com Pix ou boleto?",
  howCardAnswer:
    "Toque em Comprar e preencha os dados do cartão na página da Stripe. Não guardamos o número do seu cartão.",
  howPixAnswer:
    "Toque em Comprar e escolha Pix na página da Stripe. Pague o código no aplicativo do seu banco: a aula abre sozinha.",
  howBoletoAnswer:
    "Toque em Comprar e escolha Pix ou boleto na página da Stripe. Se fechar a página, o código continua em Minhas compras até vencer.",
  preview: "Prévia gratuita",
  previewFor: "Prévia gratuita · {{duration}}",
  playPreview: "Ver a prévia",
  trailer: "Trailer",
  playTrailer: "Ver o trailer no YouTube",
  ended: "A prévia acabou. Continue por {{price}}",
  endedOwned: "A prévia acabou.",
  again: "Ver de novo",
  failed: "A prévia não abriu",
  failedText: "Sua conexão pode ter caído. Nada foi cobrado.",
  retry: "Tentar de novo",
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
export const filesToDownload = {
  title: "Arquivos para baixar",
  one: "1 arquivo para baixar",
  many: "{{count}} arquivos para baixar",
  note: "Você baixa os arquivos na página do vídeo, depois da compra.",
  open: "Baixar {{name}}",
} as const;
