import { Context } from "effect"
import { HttpApi } from "effect/http-api"

/** How bodies of commands are read: a field that is not declared is refused (GEN-008). */
export const strictParsing = { errors: "all", onExcessProperty: "error" } as const

/** Annotation of an endpoint whose body is read so. */
export const strictBody = Context.make(HttpApi.PayloadParseOptions, strictParsing)
