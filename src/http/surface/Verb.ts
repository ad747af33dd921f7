import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** What an endpoint does, as its constructor says: routes are only made for endpoints that have one. */
export const Verb = Context.Reference<"read" | "write" | undefined>("hub/http/surface/Verb", {
  defaultValue: () => undefined
})

/** Whether an endpoint changes anything: its method does not tell, because some reads have a body. */
export const isWrite = (endpoint: HttpApiEndpoint.Top): boolean => Context.get(endpoint.annotations, Verb) === "write"
