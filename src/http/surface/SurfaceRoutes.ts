import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, OpenApi } from "effect/http-api"
import type { Envelope } from "./Envelope.ts"

/** What is needed to answer for a surface outside its endpoints: which paths are its own, and in which shape. */
export interface SurfaceRoutes {
  readonly name: string
  /** A path belongs to the surface with the longest prefix. */
  readonly prefixes: ReadonlyArray<string>
  readonly envelope: Envelope
  /** Its endpoints as declared, paths whole. */
  readonly endpoints: ReadonlyArray<HttpApiEndpoint.Top>
  /** Its OpenAPI document as the definitions give it. */
  readonly specification: () => OpenApi.OpenAPISpec
}

/** A surface from its definition. */
export const surfaceOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  facts: { readonly prefixes: ReadonlyArray<string>; readonly envelope: Envelope }
): SurfaceRoutes => {
  const endpoints: Array<HttpApiEndpoint.Top> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      endpoints.push(endpoint)
    }
  })
  return { ...facts, name: api.identifier, endpoints, specification: () => OpenApi.fromApi(api) }
}

/** The shape of failures at a path: of the surface with the longest prefix that it is under, else `fallback` (GEN-007). */
export const envelopeFor = (surfaces: ReadonlyArray<SurfaceRoutes>, fallback: Envelope) => {
  const prefixes = surfaces
    .flatMap(({ prefixes, envelope }) => prefixes.map((prefix) => ({ prefix, envelope })))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return (path: string): Envelope =>
    prefixes.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.envelope ?? fallback
}
