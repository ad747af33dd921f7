import type { Context } from "effect"
import type { HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from "effect/http-api"
import type { Successes } from "./successes.ts"

/** One endpoint with everything that it, its group and its API declare, as reported by `HttpApi.reflect`. */
export interface Declared {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
  readonly mergedAnnotations: Context.Context<never>
  readonly middleware: ReadonlySet<HttpApiMiddleware.AnyService>
  readonly successes: Successes
}
