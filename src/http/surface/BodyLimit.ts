import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** Annotation of an endpoint whose JSON body may exceed the deployment's limit: the maximum size in bytes. */
export const BodyLimit = Context.Reference<number>("hub/http/surface/BodyLimit", { defaultValue: () => 0 })

/** The maximum size of an endpoint's body in bytes: its own limit or the deployment's, whichever is higher. */
export const bodyLimitOf = (endpoint: HttpApiEndpoint.Top, deployment: number): number =>
  Math.max(deployment, Context.get(endpoint.annotations, BodyLimit))
