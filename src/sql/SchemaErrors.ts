import { Schema } from "effect"

/** A newer release has migrated the database, so that this one may misread it. */
export class SchemaNewer extends Schema.TaggedError<SchemaNewer>()("SchemaNewer", {
  /** Migrations that this release does not have, in order. */
  migrations: Schema.Array(Schema.String),
  newest: Schema.String
}) {
  override get message() {
    return [
      `A newer release has migrated this database: it has ${this.migrations.join(", ")}, and this release ends at ${this.newest}.`,
      "Run that release or a later one, or restore a backup that was made before it."
    ].join("\n")
  }
}

/** The database lacks migrations of this release. */
export class SchemaOlder extends Schema.TaggedError<SchemaOlder>()("SchemaOlder", {
  /** The first migration that it lacks; undefined if it lacks all. */
  first: Schema.UndefinedOr(Schema.String)
}) {
  override get message() {
    return this.first === undefined
      ? "The database is not migrated: run `hub migrate`."
      : `The database lacks the migrations from ${this.first}: run \`hub migrate\`.`
  }
}

/** The database belongs to another program, which has tables of the same names. */
export class SchemaForeign extends Schema.TaggedError<SchemaForeign>()("SchemaForeign", { found: Schema.String }) {
  override get message() {
    return [
      `This database is another program's: it has ${this.found}. Nothing was changed.`,
      "Create a database for hub alone, and name it in DATABASE_URL."
    ].join("\n")
  }
}
