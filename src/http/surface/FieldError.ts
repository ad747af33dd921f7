import { Schema } from "effect"

/** One place of a request that does not fit, as failures of every surface show it. */
export const FieldError = Schema.Struct({
  field: Schema.String,
  in: Schema.Literals(["path", "query", "header", "body"]),
  message: Schema.String
}).annotate({ identifier: "FieldError" })
