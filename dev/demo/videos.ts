/** Newest first. `creator`: index of `demoCreators`; `asset`: clip, thumbnail, preview. `captions`: second, text. */
export const demoVideos = [
  {
    asset: "violao-para-iniciantes",
    attachment: { asset: "quatro-acordes", name: "Os quatro acordes, para imprimir" },
    hasPreview: true,
    captions: [
      [0, "Oi! Pegue o violão e sente na ponta da cadeira."],
      [4, "Hoje você toca sua primeira música com quatro acordes."],
      [9, "Antes de tudo: ombros soltos e costas retas."],
      [95, "Afine da corda mais grossa para a mais fina: Mi, Lá, Ré, Sol, Si, Mi."],
      [102, "Sem palheta? O polegar faz o mesmo trabalho."],
      [150, "Em Sol e em Ré, o dedo três fica na segunda corda, na casa três."],
      [157, "Ele não sai dali: só os outros dois dedos andam."],
      [420, "Agora Dó. Dedo um na segunda corda, casa um."],
      [900, "Mi menor é o mais fácil: dois dedos lado a lado."],
      [1380, "Troque de acorde no quarto tempo, sem parar a mão direita."],
      [1860, "Tudo junto, devagar. Se errar, continue: o ritmo manda."],
    ],
    topic: "musica",
    creator: 0,
    title: "Violão para iniciantes: os quatro primeiros acordes",
    description:
      "Em uma tarde você toca sua primeira música. Postura, afinação e os acordes de Sol, Dó, Ré e Mi menor, com calma e sem palavra difícil.\n\n0:00 Postura e mãos\n1:35 Afinar o violão\n2:30 Sol e Ré\n7:00 Dó\n15:00 Mi menor\n23:00 Trocar sem parar\n31:00 A primeira música",
    outcomes: [
      "Afinar o violão de ouvido e pelo celular",
      "Trocar de acorde sem parar o ritmo",
      "Sentar e segurar o violão sem dor",
      "Tocar uma música inteira com quatro acordes",
    ],
    priceCents: 4990,
  },
  {
    asset: "excel-do-zero",
    attachment: { asset: "orcamento-da-casa", name: "Orçamento da casa, para preencher" },
    hasPreview: true,
    captions: [
      [0, "Abra uma planilha vazia. É tudo de que você precisa."],
      [5, "Pode ser o Excel, o LibreOffice ou uma planilha na internet."],
      [240, "Escreva o sinal de igual, e a célula passa a fazer contas."],
      [246, "A função SOMA junta uma coluna inteira."],
      [960, "Porcentagem é uma divisão: o gasto, dividido pela renda."],
      [1680, "Agora o orçamento: uma linha para cada conta da casa."],
      [2520, "Proteja as células com fórmulas antes de dividir com a família."],
    ],
    topic: "negocios-e-financas",
    creator: 1,
    title: "Excel do zero: a planilha que organiza a sua casa",
    description:
      "Somas, porcentagens e um orçamento doméstico que se atualiza sozinho. Serve também no LibreOffice.\n\n0:00 A planilha vazia\n4:00 Somar\n16:00 Porcentagens\n28:00 O orçamento da casa\n42:00 Proteger as células",
    outcomes: [
      "Somar, filtrar e calcular porcentagens",
      "Montar um orçamento que se atualiza sozinho",
      "Proteger as células para ninguém apagar fórmulas",
    ],
    priceCents: 3900,
  },
  {
    asset: "pao-de-fermentacao-natural",
    attachment: { asset: "receita-do-pao", name: "Receita e horários do pão" },
    hasPreview: true,
    captions: [
      [0, "Pão de fermentação natural tem três coisas: farinha, água e tempo."],
      [5, "O levain é fermento vivo. Ele conta quando está pronto."],
      [300, "Alimente com o mesmo peso de farinha e de água."],
      [1200, "A massa está boa quando estica sem rasgar."],
      [2400, "Modele com pouca farinha e mãos leves."],
      [3000, "Forno bem quente e vapor nos primeiros vinte minutos."],
    ],
    topic: "culinaria",
    creator: 2,
    title: "Pão de fermentação natural sem mistério",
    description:
      "Do fermento ao forno: como criar o levain, ler a massa e assar um pão de casca grossa em forno comum.\n\nVocê vai precisar de:\n- farinha de trigo e farinha integral\n- uma balança de cozinha\n- uma panela de ferro com tampa, ou uma assadeira\n\n0:00 O que é o levain\n5:00 Alimentar o fermento\n20:00 Ler a massa\n40:00 Modelar\n50:00 Assar com vapor",
    outcomes: [
      "Criar e alimentar o próprio levain",
      "Ler a massa sem depender do relógio",
      "Modelar sem rasgar a casca",
      "Assar com vapor em forno comum",
      "Guardar o fermento por semanas",
      "Reconhecer o ponto pelo som da casca",
    ],
    priceCents: 5900,
  },
  {
    asset: "ingles-para-viagem",
    topic: "idiomas",
    creator: 1,
    title: "Inglês para viagem: aeroporto, hotel e restaurante",
    description: "As quarenta frases que resolvem quase tudo, com pronúncia devagar e situações reais.",
    outcomes: [
      "Passar pela imigração sem susto",
      "Pedir, pagar e reclamar no restaurante",
      "Entender números, horários e portões",
    ],
    priceCents: 4500,
  },
  {
    asset: "fotografia-com-celular",
    topic: "fotografia",
    creator: 2,
    title: "Fotografia com celular: luz da janela",
    description:
      "Retratos bonitos com o que você já tem: uma janela, uma parede clara e três ajustes da câmera.",
    outcomes: [
      "Usar a luz da janela a seu favor",
      "Travar foco e exposição",
      "Compor um retrato com fundo simples",
    ],
    priceCents: 3490,
  },
  {
    asset: "matematica-fracoes",
    topic: "escola-e-ciencias",
    creator: 1,
    title: "Matemática: frações que fazem sentido",
    description:
      "Somar, comparar e dividir frações com desenhos. Para quem tem medo de matemática e para quem ensina.",
    outcomes: [
      "Ver frações como partes de um desenho",
      "Somar sem decorar regra",
      "Dividir e explicar por que funciona",
    ],
    priceCents: 1990,
  },
  {
    asset: "costura-basica",
    captions: [
      [0, "Hoje nenhuma roupa vai para o lixo por causa de um botão."],
      [5, "Separe linha, agulha e tesoura. Só isso."],
      [480, "Dê três voltas na linha embaixo do botão: é o que o segura."],
      [1200, "Para trocar o zíper, descosture só dois dedos por vez."],
      [1920, "O remendo fica por dentro; os pontos, por fora, quase somem."],
    ],
    attachment: { asset: "moldes-de-costura", name: "Moldes: bolso e remendos" },
    topic: "costura-e-artesanato",
    creator: 0,
    title: "Costura básica: conserte suas roupas",
    description:
      "Barra, botão, zíper e remendo, à mão e à máquina. Material simples e moldes para baixar.\n\n0:00 Material\n3:00 Barra à mão e à máquina\n8:00 Botão que não solta\n20:00 Zíper\n32:00 Remendo",
    outcomes: [
      "Fazer barra à mão e à máquina",
      "Pregar botão que não solta",
      "Trocar um zíper",
      "Remendar sem deixar marca",
    ],
    priceCents: 2990,
  },
  {
    asset: "horta-em-apartamento",
    topic: "casa-e-jardim",
    creator: 2,
    title: "Horta em apartamento: temperos o ano todo",
    description:
      "Vasos, terra, sol e água na medida: manjericão, cebolinha e hortelã que duram na sua janela.",
    outcomes: ["Escolher vaso, terra e lugar", "Regar na medida", "Colher sem matar a planta"],
    priceCents: 2490,
  },
  {
    asset: "edicao-de-video",
    topic: "video-e-edicao",
    creator: 0,
    title: "Edição de vídeo no celular: corte com ritmo",
    description:
      "Cortes, legendas e trilha para vídeos curtos que prendem a atenção, só com programas gratuitos.",
    outcomes: [
      "Cortar no tempo da música",
      "Pôr legendas que todos leem",
      "Exportar no tamanho certo de cada rede",
    ],
    priceCents: 5490,
  },
  {
    asset: "yoga-em-15-minutos",
    topic: "saude-e-bem-estar",
    creator: 2,
    title: "Yoga em 15 minutos: costas sem dor",
    description: "Uma sequência suave para quem passa o dia sentado. Sem tapete caro e sem pressa.",
    outcomes: [
      "Soltar a lombar em quinze minutos",
      "Respirar junto com o movimento",
      "Adaptar cada postura ao seu corpo",
    ],
    priceCents: 1990,
  },
  {
    asset: "python-para-curiosos",
    topic: "programacao-e-tecnologia",
    creator: 1,
    title: "Python para curiosos: seu primeiro programa",
    description:
      "Variáveis, laços e um programa que organiza fotos por data. Nenhuma experiência é necessária.",
    outcomes: [
      "Instalar o Python e rodar o primeiro programa",
      "Usar variáveis, laços e funções",
      "Organizar fotos por data",
      "Ler uma mensagem de erro sem medo",
    ],
    priceCents: 6900,
  },
  {
    asset: "cafe-coado",
    topic: "culinaria",
    creator: 0,
    title: "Café coado: a xícara perfeita",
    description:
      "Moagem, água, tempo e proporção. Um método simples para um café doce e limpo todos os dias.",
    outcomes: ["Acertar a moagem", "Medir água e pó", "Controlar o tempo de extração"],
    priceCents: 50,
  },
] as const;

/** `videoIds`: in the order of `demoVideos`. */
export function demoVideoId(videoIds: readonly string[], asset: string): string {
  const id = videoIds[demoVideos.findIndex((video) => video.asset === asset)];
  if (id === undefined) throw new Error(`no demo video has the asset ${asset}`);
  return id;
}
