import { type HttpApi, type HttpApiEndpoint, type HttpApiGroup, OpenApi } from "effect/http-api"
import { declaredOf } from "./Declared.ts"
import type { Envelope } from "./Envelope.ts"

/** What the router needs to know about a surface to respond outside its endpoints: its paths and its envelope. */
export interface SurfaceRoutes {
  readonly name: string
  /** A path belongs to the surface with the longest matching prefix. */
  readonly prefixes: ReadonlyArray<string>
  readonly envelope: Envelope
  /** Its declared endpoints, with full paths. */
  readonly endpoints: ReadonlyArray<HttpApiEndpoint.Top>
  /** Its OpenAPI document as generated from the definitions. */
  readonly specification: () => OpenApi.OpenAPISpec
}

/** Derives a surface's routes from its API definition. */
export const surfaceOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  facts: { readonly prefixes: ReadonlyArray<string>; readonly envelope: Envelope }
): SurfaceRoutes => ({
  ...facts,
  name: api.identifier,
  endpoints: declaredOf(api).map(({ endpoint }) => endpoint),
  specification: () => OpenApi.fromApi(api)
})

/** The envelope for a path: that of the surface with the longest matching prefix, else `fallback` (GEN-007). */
export const envelopeFor = (surfaces: ReadonlyArray<SurfaceRoutes>, fallback: Envelope) => {
  const prefixes = surfaces
    .flatMap(({ prefixes, envelope }) => prefixes.map((prefix) => ({ prefix, envelope })))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
  return (path: string): Envelope =>
    prefixes.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.envelope ?? fallback
}
