/**
 * Words of Brazilian passwords, the most common first, that the dictionaries of zxcvbn-ts lack or rank too low:
 * "password" and "change it" with their usual endings, football clubs and their nicknames, faith, love. Written for
 * this product.
 */
export const brazilianPasswords = `
senha mudar trocar @123 123@ @1234 #123 @12 @2023 @2024 @2025 @2026 @2027 mudar123 trocar123 senha123 mudar@123
trocar@123 senha@123 acesso@123 acesso123 brasil@123 admin@123 minhasenha novasenha senhanova semsenha suasenha
sabia sabiá teste teste123 acesso entrar padrao padrão primeiroacesso bemvindo
flamengo mengao mengão corinthians timao timão palmeiras verdao verdão saopaulo sãopaulo tricolor santos peixe vasco
vascodagama gigantedacolina fluminense flu botafogo fogao fogão cruzeiro raposa atletico atlético galo galodoido gremio
grêmio imortal internacional colorado bahia vitoria vitória sport nautico náutico santacruz fortaleza ceara ceará
athletico furacao furacão coritiba coxa chapecoense chape goias goiás avai avaí figueirense pontepreta guarani
deusefiel deuséfiel deus jesus jesuscristo jesusteama senhorjesus deusnocomando nossasenhora aparecida fiel gloria
teamo euteamo meuamor minhavida amor amormeu familia família minhafamilia saudade princesa gatinha gatinho
brasil brasileiro brasilia hexa seleção selecao pele pelé neymar
q1w2e3 1q2w3e 1q2w3e4r qazwsx asdfghjklç çlkjhg qwertyuiopç 123mudar abcd1234 a1b2c3
`
  .trim()
  .split(/\s+/);
