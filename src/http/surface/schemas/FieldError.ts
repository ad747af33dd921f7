import { Schema } from "effect"

/** One invalid field of a request, in the shape that every surface's failures share. */
export const FieldError = Schema.Struct({
  field: Schema.String.annotateKey({ description: "Path of the invalid field, such as `location.radius`" }),
  in: Schema.Literals(["path", "query", "header", "body"]).annotateKey({
    description: "Part of the request that contains the field"
  }),
  message: Schema.String.annotateKey({ description: "Why the value is invalid" })
}).annotate({ identifier: "FieldError" })

/** What is wrong with which field, as one line; an issue with the body as a whole has no field to name. */
export const messageOfFields = (issues: ReadonlyArray<typeof FieldError.Type>): string =>
  issues.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ")
