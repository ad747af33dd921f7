import { Schema } from "effect"

/** One place of a request that does not fit, as failures of every surface show it. */
export const FieldError = Schema.Struct({
  field: Schema.String.annotateKey({ description: "Path of the field, such as `location.radius`" }),
  in: Schema.Literals(["path", "query", "header", "body"]).annotateKey({
    description: "Part of the request that the field is in"
  }),
  message: Schema.String.annotateKey({ description: "What does not fit" })
}).annotate({ identifier: "FieldError" })
