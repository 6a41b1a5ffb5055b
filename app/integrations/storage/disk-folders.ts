/** The folder of complete objects, each at its key. */
export const objectsFolder = "objects";

/** The folder of objects being written, on the same file system. */
export const temporaryFolder = "tmp";
