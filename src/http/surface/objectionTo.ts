import { Context, Option } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Declared } from "./Declared.ts"
import type { AnyHandler } from "./handlers.ts"
import type { BodyKind } from "./requestBody.ts"
import { Verb } from "./Verb.ts"

/** Why an endpoint cannot be served; undefined when it can. */
export const objectionTo = (
  { endpoint, mergedAnnotations, middleware, successes }: Declared,
  body: BodyKind,
  handler: AnyHandler | undefined,
  hasWrites: boolean,
  services: Context.Context<never>
): string | undefined => {
  const verb = Context.get(mergedAnnotations, Verb)
  if (handler === undefined) return "has no handler"
  if (verb === undefined) return "is declared by no verb of its surface"
  if (verb === "write" && !hasWrites) return "is a write of a surface that has no rules for writes"
  if (verb === "read" && typeof handler !== "function") return "is a read, and only a write is staged"
  if (body._tag === "unserved") return `declares ${body.reason}`
  const buffered = [...successes.values()].reduce((count, schemas) => count + schemas.length, 0)
  if (buffered < endpoint.success.size) return "declares a stream or an upgrade as its success"
  if ([...middleware].some(HttpApiMiddleware.isSecurity))
    return "declares a security middleware; a guard judges credentials"
  if (middleware.size === 0) return "stands behind no middleware"
  const absent = [...middleware].find((key) => Option.isNone(Context.getOption(services, key)))
  return absent === undefined ? undefined : `asks for ${absent.key}, which is not there`
}
