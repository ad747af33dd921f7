import { Context, Predicate, Schema, type Types } from "effect"
import type { HttpMethod, HttpRouter } from "effect/http"
import { HttpApiEndpoint, type HttpApiMiddleware, type HttpApiSchema, OpenApi } from "effect/http-api"

type Parts = Schema.Top | Schema.Struct.Fields
type Schemas = Schema.Top | ReadonlyArray<Schema.Top>
type Bare<S> = S extends HttpApiSchema.WithHeaders<infer Inner, Schema.Top> ? Inner : S

/** As `HttpApiEndpoint` constrains failures: none of them is a stream. */
type NoStream<S extends Schemas> = [
  Extract<
    Bare<S extends ReadonlyArray<Schema.Constraint> ? S[number] : S>,
    HttpApiSchema.StreamSchema | HttpApiSchema.Upgrade
  >
] extends [never]
  ? S
  : never

/** What every endpoint says of itself, for its document. */
export interface Described {
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
}

/** What of a request an endpoint looks at. */
export interface Taken {
  readonly params: boolean
  readonly body: boolean
  /** The names of its query parameters. */
  readonly query: ReadonlyArray<string>
}

interface Inputs {
  readonly params?: Parts | undefined
  readonly query?: Parts | undefined
  readonly payload?: unknown
}

const namesOf = (parts: Parts | undefined): ReadonlyArray<string> => {
  if (parts === undefined) return []
  if (!Schema.isSchema(parts)) return Object.keys(parts)
  return Predicate.hasProperty(parts, "fields") && Predicate.isObject(parts.fields) ? Object.keys(parts.fields) : []
}

const takenBy = ({ params, payload, query }: Inputs): Taken => ({
  params: params !== undefined,
  body: payload !== undefined,
  query: namesOf(query)
})

/** The operation id of an endpoint is its name, which is that of its operation and its span as well. */
const described = (id: string, { deprecated = false, description, summary }: Described) =>
  OpenApi.annotations({ identifier: id, summary, description, ...(deprecated ? { deprecated } : {}) })

/**
 * The constructor of a surface's endpoints of one method: behind `access`, with `headers`, and with the annotations that
 * `annotate` makes of what the endpoint says beyond its schemas. Failures that `access` declares are not repeated.
 */
export const verb =
  <
    const Method extends HttpMethod.HttpMethod,
    M extends HttpApiMiddleware.AnyId,
    S,
    Extra,
    H extends Schema.Struct.Fields = never
  >(
    method: Method,
    surface: {
      readonly access: Context.Key<M, S>
      readonly headers?: H
      readonly annotate: (extra: Extra, takes: Taken) => Context.Context<never>
    }
  ) =>
  <
    const Id extends string,
    const Path extends HttpRouter.PathInput,
    Params extends Parts = never,
    Query extends Parts = never,
    Payload extends HttpApiEndpoint.PayloadConstraintCodecs<Method> = never,
    const Success extends Schemas = HttpApiSchema.NoContent,
    const Failures extends Schemas = never
  >(
    id: Id,
    path: Path,
    options: Extra &
      Described & {
        readonly params?: Params | undefined
        readonly query?: Query | undefined
        readonly payload?: Payload | undefined
        readonly success?: Success | undefined
        /** Its own failures. Those of the surface's policies come with the verb. */
        readonly errors?: (Failures & NoStream<Types.NoInfer<Failures>>) | undefined
      }
  ) => {
    const endpoint = HttpApiEndpoint.make(method)<Id, Path, Params, Query, Payload, H, Success, Failures>(id, path, {
      params: options.params,
      query: options.query,
      headers: surface.headers,
      payload: options.payload,
      success: options.success,
      error: options.errors
    })
    return endpoint
      .middleware(surface.access)
      .annotateMerge(Context.merge(described(id, options), surface.annotate(options, takenBy(options))))
  }
