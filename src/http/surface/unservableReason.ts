import { Context, Option } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Declared } from "./Declared.ts"
import type { AnyHandler } from "./handlers.ts"
import type { BodyKind } from "./requestBody.ts"
import { Verb } from "./Verb.ts"

/** Why an endpoint cannot be served; undefined when it can. */
export const unservableReason = (
  { endpoint, mergedAnnotations, middleware, successes }: Declared,
  body: BodyKind,
  handler: AnyHandler | undefined,
  hasWrites: boolean,
  services: Context.Context<never>
): string | undefined => {
  const verb = Context.get(mergedAnnotations, Verb)
  if (handler === undefined) return "has no handler"
  if (verb === undefined) return "was not declared with a verb of its surface"
  if (verb === "write" && !hasWrites) return "is a write, but its surface has no write rules"
  if (verb === "read" && typeof handler !== "function")
    return "is a read with a staged handler, which only writes may have"
  if (body._tag === "unserved") return `declares ${body.reason}`
  const buffered = [...successes.values()].reduce((count, schemas) => count + schemas.length, 0)
  if (buffered < endpoint.success.size) return "declares a stream or an upgrade as its success"
  if ([...middleware].some(HttpApiMiddleware.isSecurity))
    return "declares a security middleware; credentials are checked by the guard"
  if (middleware.size === 0) return "has no middleware"
  const missing = [...middleware].find((key) => Option.isNone(Context.getOption(services, key)))
  return missing === undefined ? undefined : `requires ${missing.key}, which is not provided`
}
