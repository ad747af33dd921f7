import type { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, type HttpApiMiddleware } from "effect/http-api"
import type { Successes } from "./successes.ts"

/** One endpoint with everything that it, its group and its API declare, as reported by `HttpApi.reflect`. */
export interface Declared {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
  readonly mergedAnnotations: Context.Context<never>
  readonly middleware: ReadonlySet<HttpApiMiddleware.AnyService>
  readonly successes: Successes
}

/** All endpoints of an API, in the order of their declarations. */
export const declaredOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Declared> => {
  const all: Array<Declared> = []
  HttpApi.reflect(api, { onGroup: () => undefined, onEndpoint: (declared) => void all.push(declared) })
  return all
}
