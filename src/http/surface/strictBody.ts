import { Context } from "effect"
import { HttpApi } from "effect/http-api"

/** Parse options of command bodies: unknown fields are refused (GEN-008). */
export const strictParsing = { errors: "all", onExcessProperty: "error" } as const

/** Annotation of an endpoint whose body is parsed with `strictParsing`. */
export const strictBody = Context.make(HttpApi.PayloadParseOptions, strictParsing)
