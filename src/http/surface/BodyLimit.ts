import { Context } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** Annotation of an endpoint whose JSON body may be larger than the deployment's limit: its most bytes. */
export const BodyLimit = Context.Reference<number>("hub/http/surface/BodyLimit", { defaultValue: () => 0 })

/** The most bytes of an endpoint's body: its own limit, where that is wider than the deployment's. */
export const bodyLimitOf = (endpoint: HttpApiEndpoint.Top, deployment: number): number =>
  Math.max(deployment, Context.get(endpoint.annotations, BodyLimit))
