/** The database cannot be migrated as it is. The message is for the operator, and complete. */
export class MigrationRefused extends Error {
  override readonly name: string = "MigrationRefused";
}

/** The database's migrations, or tables, are not those of this product's releases. */
export class UnknownHistory extends MigrationRefused {
  override readonly name = "UnknownHistory";
}
