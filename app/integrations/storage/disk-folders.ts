/** Inside the store's folder: what is stored whole, each object at its key. */
export const objectsFolder = "objects";

/** Inside the store's folder, so on the same file system: what is still being written. */
export const temporaryFolder = "tmp";
