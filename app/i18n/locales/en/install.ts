export const install = {
  label: "Install the app",
  text: "Install the app for a better experience.",
  ios: "To install the app, tap Share and then Add to Home Screen.",
  byHand: "Open the browser's menu and choose “Install app” or “Add to home screen”.",
  button: "Install",
} as const;
