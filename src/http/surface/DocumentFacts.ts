import type { OpenApi } from "effect/http-api"

/** What a surface's document says beyond its definitions. */
export interface DocumentFacts {
  /** What every path starts with; documents name paths relative to it. */
  readonly basePath: string
  readonly description: string
  /** How its callers authenticate: each scheme is enough alone, and none means that everybody may call. */
  readonly security: Record<string, OpenApi.OpenAPISecurityScheme>
  /** The body of a success, by operation id. */
  readonly examples: Readonly<Record<string, unknown>>
}
