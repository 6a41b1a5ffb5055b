export const law = {
  terms: "Terms of use",
  privacy: "Privacy policy",
  help: "Help",
  version: "Version of {{date}}",
  contents: "On this page",
};
