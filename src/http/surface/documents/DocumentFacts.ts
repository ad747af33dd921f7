import type { OpenApi } from "effect/http-api"

/** An example request that succeeds unchanged against the demo data. */
export interface RequestExample {
  /** Parameter values by name; every required parameter has one. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /** Bodies by name, each with a one-sentence summary; JSON unless `contentType` says otherwise. */
  readonly bodies?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown; readonly contentType?: string }>
  >
}

/** The parts of a surface's document that its definitions do not provide. */
export interface DocumentFacts {
  /** The common prefix of all paths; the document lists paths relative to it. */
  readonly basePath: string
  readonly description: string
  /** The security schemes: any one of them is sufficient; none means that no credential is needed. */
  readonly security: Record<string, OpenApi.OpenAPISecurityScheme>
  /** The combinations of schemes that authenticate a caller, when a single scheme is not sufficient. */
  readonly together?: ReadonlyArray<ReadonlyArray<string>>
  /** Operations that need no credential although the surface's others do. */
  readonly open?: ReadonlyArray<string>
  /** How request body fields that the schema does not define are treated. */
  readonly unknownFields: "refused" | "ignored"
  /** Example requests by operation id. */
  readonly requests: Readonly<Record<string, RequestExample>>
  /** Example success bodies by operation id. */
  readonly examples: Readonly<Record<string, unknown>>
}
