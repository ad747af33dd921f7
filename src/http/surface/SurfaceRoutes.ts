import type { HttpApi } from "effect/http-api"
import type { Envelope } from "./Envelope.ts"

/** What is needed to answer for a surface outside its endpoints: which paths are its own, and in which shape. */
export interface SurfaceRoutes {
  readonly name: string
  /** A path belongs to the surface with the longest prefix. */
  readonly prefixes: ReadonlyArray<string>
  readonly envelope: Envelope
  readonly api: HttpApi.Top
}
