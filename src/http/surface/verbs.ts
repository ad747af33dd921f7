import { Context, Predicate, Schema, type Types } from "effect"
import type { HttpMethod, HttpRouter } from "effect/http"
import { HttpApiEndpoint, type HttpApiMiddleware, type HttpApiSchema, OpenApi } from "effect/http-api"

type Parts = Schema.Top | Schema.Struct.Fields
type Schemas = Schema.Top | ReadonlyArray<Schema.Top>
type Bare<S> = S extends HttpApiSchema.WithHeaders<infer Inner, Schema.Top> ? Inner : S

/** Mirrors the constraint of `HttpApiEndpoint`: no failure is a stream. */
type NoStream<S extends Schemas> = [
  Extract<
    Bare<S extends ReadonlyArray<Schema.Constraint> ? S[number] : S>,
    HttpApiSchema.StreamSchema | HttpApiSchema.Upgrade
  >
] extends [never]
  ? S
  : never

/** The documentation of an endpoint. */
export interface Described {
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
}

/** Which parts of a request an endpoint accepts. */
export interface AcceptedInput {
  readonly params: boolean
  readonly body: boolean
  /** Names of its query parameters. */
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

const acceptedBy = ({ params, payload, query }: Inputs): AcceptedInput => ({
  params: params !== undefined,
  body: payload !== undefined,
  query: namesOf(query)
})

/** The operation id is the endpoint's name, which its operation and span share. */
const described = (id: string, { deprecated = false, description, summary }: Described) =>
  OpenApi.annotations({ identifier: id, summary, description, ...(deprecated ? { deprecated } : {}) })

/**
 * Makes the constructor of a surface's endpoints for one method: behind `access`, with `headers` and the annotations
 * that `annotate` derives from the endpoint's extra options. Failures that `access` declares are not repeated per
 * endpoint.
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
      readonly annotate: (extra: Extra, input: AcceptedInput) => Context.Context<never>
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
        /** Without one, the response is 204 and empty. */
        readonly success?: Success | undefined
        /** The endpoint's own failures; those of the surface's policies come with `access`. */
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
      .annotateMerge(Context.merge(described(id, options), surface.annotate(options, acceptedBy(options))))
  }
