import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** Whether an endpoint reads or writes, set by its constructor. An endpoint without it is not served. */
export const Verb = Context.Reference<"read" | "write" | undefined>("hub/http/surface/Verb", {
  defaultValue: () => undefined
})

/** Whether an endpoint changes state. The HTTP method does not tell: some reads are POST requests. */
export const isWrite = (endpoint: HttpApiEndpoint.Top): boolean => Context.get(endpoint.annotations, Verb) === "write"
