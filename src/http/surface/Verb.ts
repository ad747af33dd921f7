import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** What an endpoint does, as its constructor says: routes are only made for endpoints that have one. */
export const Verb = Context.Reference<"read" | "write" | undefined>("hub/http/surface/Verb", {
  defaultValue: () => undefined
})

/** Whether an endpoint changes anything: the method does not decide it, because some reads are a POST. */
export const isWrite = (endpoint: HttpApiEndpoint.Top): boolean => Context.get(endpoint.annotations, Verb) === "write"
