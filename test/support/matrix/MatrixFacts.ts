import type { DateTime, Effect } from "effect"
import type { AuditActor } from "../../../src/domain/audit/AuditLog.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import type { SurfaceRoutes } from "../../../src/http/surface/SurfaceRoutes.ts"
import type { Sample } from "../Sample.ts"
import type * as Service from "../service.ts"

export type Headers = Readonly<Record<string, string>>

/** What a surface does with the Idempotency-Keys of its writes. */
export interface KeyFacts {
  readonly required: boolean
  /** Codes of its refusals; `missing` where a key is required. */
  readonly codes: { readonly missing?: string; readonly reused: string; readonly inFlight: string }
  /** The header of a replay, where there is one. */
  readonly replayHeader?: string
  /** Whether a query parameter that the endpoint does not declare makes another request (PAR-118). */
  readonly asSent: boolean
  /** False where the path selects what is judged before the key: the caller's own organization (INT-005). */
  readonly byPath?: false | undefined
}

/** What is different about one surface; from it the promises that hold for all of its endpoints are generated. */
export interface MatrixFacts {
  readonly surface: SurfaceRoutes
  /** Ids of the requirements that this matrix proves for this surface, by concern. */
  readonly proves: Readonly<
    Record<"credential" | "permission" | "requestId" | "limits" | "envelope" | "input" | "keys" | "reach", string>
  >
  /** By operation id. Every endpoint needs one: an endpoint without is not proven. */
  readonly samples: Readonly<Record<string, Sample>>
  /** The endpoints that it is about, by operation id; all unless said otherwise. */
  readonly about?: (id: string) => boolean
  /** The rows served; the demo data unless said otherwise. */
  readonly dataset?: (now: DateTime.Utc) => Dataset
  /** Headers of a credential that may do everything; undefined where none is needed. */
  readonly strongest: Headers | undefined
  /** The kind of actor that the audit log names for it; undefined where nothing is written. */
  readonly actor?: AuditActor["kind"]
  /** Headers of a valid credential with these permissions alone; undefined where there are none. */
  readonly holding: ((permissions: ReadonlyArray<string>) => Effect.Effect<Headers>) | undefined
  /** All permissions of the surface. */
  readonly permissions: ReadonlyArray<string>
  /** Keys of the middleware that endpoints stand behind: each has one of them. */
  readonly access: ReadonlyArray<string>
  /** A credential of the same organization that reaches fewer rows than `strongest`. */
  readonly narrow?: Headers
  /** Credentials of other kinds, broken ones, and ones of other surfaces. */
  readonly foreign: Readonly<Record<string, Headers>>
  readonly keys?: KeyFacts
  /** Whether every endpoint with an id in its path must have been tried with a foreign one and one out of reach. */
  readonly strictReach: boolean
  /** Document ids of venues that a filter refuses with 403 and `code` (PAR-057). */
  readonly venues?: {
    readonly code: string
    readonly unknown: string
    readonly foreign: string
    readonly outOfReach: string
  }
  /** Whether the syntax of a request is judged before the permissions of its caller (REQUIREMENTS 0.3). */
  readonly syntaxFirst?: true
  /** The code of a body that is no JSON, or JSON that is not taken. */
  readonly malformedCode: string
  /** Whether a body with a field that is not declared is refused (GEN-008). */
  readonly strictBodies: boolean
  /** Headers that every request of the surface needs besides. */
  readonly headers?: () => Headers
  /** Whether a body is a failure in the surface's own shape, for that status. */
  readonly isFailure: (answer: Service.Answer) => boolean
}
