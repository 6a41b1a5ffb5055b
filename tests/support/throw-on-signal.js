/** Preloaded (`node --import`) into a server: SIGUSR2 throws an uncaught error. */
process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new Error("planted");
  });
});
