/** The demo accounts exist on this machine only. */
export const demoPassword = "sabia-demo";

export const demoCreators = [
  { fullName: "Marina Duarte", email: "marina@demo.sabia.example", pixKey: "marina@demo.sabia.example" },
  { fullName: "João Batista Reis", email: "joao@demo.sabia.example", pixKey: "+5531988880000" },
  { fullName: "Lia Nakamura", email: "lia@demo.sabia.example", pixKey: "lia@demo.sabia.example" },
] as const;

export const demoLearners = [
  { fullName: "Rafael Lima", email: "rafael@demo.sabia.example" },
  { fullName: "Cláudia Moreira", email: "claudia@demo.sabia.example" },
  { fullName: "Tiago Alves", email: "tiago@demo.sabia.example" },
] as const;

export const demoGooglePeople = [
  { sub: "demo-gabi", email: "gabi@demo.sabia.example", name: "Gabi Ferreira", emailVerified: true },
  { sub: "demo-marina", email: "marina@demo.sabia.example", name: "Marina Duarte", emailVerified: true },
] as const;

export const demoAdmin = { fullName: "Helena Prado", email: "admin@demo.sabia.example" } as const;
