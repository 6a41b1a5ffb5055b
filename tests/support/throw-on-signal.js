/** Preloaded (`node --import`) into a server: SIGUSR2 makes it throw where nothing catches it, as a listener would. */
process.on("SIGUSR2", () => {
  setImmediate(() => {
    throw new Error("planted");
  });
});
