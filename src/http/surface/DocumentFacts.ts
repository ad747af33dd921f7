import type { OpenApi } from "effect/http-api"

/** A request that succeeds as it is on the demo data. */
export interface RequestExample {
  /** Values of parameters by name: of all that are required. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /** Bodies by name, each with a sentence on what it is for; they are JSON unless `contentType` says otherwise. */
  readonly bodies?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown; readonly contentType?: string }>
  >
}

/** What a surface's document says beyond its definitions. */
export interface DocumentFacts {
  /** What every path starts with; documents name paths relative to it. */
  readonly basePath: string
  readonly description: string
  /** How its callers authenticate: each scheme is enough alone, and none means that everybody may call. */
  readonly security: Record<string, OpenApi.OpenAPISecurityScheme>
  /** Which schemes are enough only together, where not each is alone: each list is one way to authenticate. */
  readonly together?: ReadonlyArray<ReadonlyArray<string>>
  /** The operations that need no credential, although others do. */
  readonly open?: ReadonlyArray<string>
  /** What becomes of fields of a request body that its schema does not name. */
  readonly unknownFields: "refused" | "ignored"
  /** Requests to try, by operation id. */
  readonly requests: Readonly<Record<string, RequestExample>>
  /** The body of a success, by operation id. */
  readonly examples: Readonly<Record<string, unknown>>
}
