export const learnerHome = {
  welcome: "Good to see you, {{name}}.",
  welcomeBack: "Good to see you again.",
  stopped: "You stopped in “{{title}}”.",
  left: "{{length}} left",
  readyToStart: "Your videos are waiting for you.",
  nothingYet: "Choose your first lesson: buy once, watch whenever you like.",
  continue: "Continue",
  start: "Start",
  browse: "Browse lessons",
  continueTitle: "Continue watching",
  toLibrary: "See my purchases",
  notBegun: "Ready to start",
} as const;
