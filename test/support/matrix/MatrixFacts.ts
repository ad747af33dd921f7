import type { DateTime, Effect } from "effect"
import type { AuditActor } from "../../../src/domain/audit/AuditLog.ts"
import type { Dataset } from "../../../src/domain/dataset/Dataset.ts"
import type { SurfaceRoutes } from "../../../src/http/surface/SurfaceRoutes.ts"
import type { Sample } from "../http/Sample.ts"
import type * as Service from "../http/service.ts"

export type Headers = Readonly<Record<string, string>>

/** How a surface handles the Idempotency-Keys of its writes. */
export interface KeyFacts {
  readonly required: boolean
  /** Failure codes; `missing` if a key is required. */
  readonly codes: { readonly missing?: string; readonly reused: string; readonly inFlight: string }
  /** The header that marks a replay, if any. */
  readonly replayHeader?: string
  /** Whether an undeclared query parameter makes a different request (PAR-118). */
  readonly asSent: boolean
  /** False if another path is refused before its key is read, since it has the caller's organization (INT-005). */
  readonly byPath?: false | undefined
}

/** The facts about one surface from which the tests that hold for all of its endpoints are generated. */
export interface MatrixFacts {
  readonly surface: SurfaceRoutes
  /** Ids of the requirements that this matrix proves for the surface, by concern. */
  readonly proves: Readonly<
    Record<"credential" | "permission" | "requestId" | "limits" | "envelope" | "input" | "keys" | "reach", string>
  >
  /** By operation id. Every endpoint needs one: an endpoint without a sample is not proven. */
  readonly samples: Readonly<Record<string, Sample>>
  /** Selects endpoints by operation id; all by default. */
  readonly about?: (id: string) => boolean
  /** The served rows; the demo data by default. */
  readonly dataset?: (now: DateTime.Utc) => Dataset
  /** Headers of a credential with every permission; undefined if none is needed. */
  readonly strongest: Headers | undefined
  /** Its kind of actor in the audit log; undefined if the surface writes nothing. */
  readonly actor?: AuditActor["kind"]
  /** Headers of a valid credential with only these permissions; undefined if there are no permissions. */
  readonly holding: ((permissions: ReadonlyArray<string>) => Effect.Effect<Headers>) | undefined
  /** All permissions of the surface. */
  readonly permissions: ReadonlyArray<string>
  /** Keys of the access middleware, of which every endpoint has one. */
  readonly access: ReadonlyArray<string>
  /** A credential of the same organization that reaches fewer rows than `strongest`. */
  readonly narrow?: Headers
  /** Credentials of other kinds, broken ones, and ones of other surfaces. */
  readonly foreign: Readonly<Record<string, Headers>>
  readonly keys?: KeyFacts
  /** Whether every endpoint with an id in its path must be tried with a foreign one and one out of reach. */
  readonly strictReach: boolean
  /** Document ids of venues that a filter rejects with 403 and `code` (PAR-057). */
  readonly venues?: {
    readonly code: string
    readonly unknown: string
    readonly foreign: string
    readonly outOfReach: string
  }
  /** Whether the syntax of a request is checked before the permissions of its caller (REQUIREMENTS 0.3). */
  readonly syntaxFirst?: true
  /** The code for a body that is not JSON, or JSON of the wrong type. */
  readonly malformedCode: string
  /** Whether a body with an undeclared field is rejected (GEN-008). */
  readonly strictBodies: boolean
  /** Extra headers that every request of the surface needs. */
  readonly headers?: () => Headers
  /** Whether a body is a failure in the surface's own shape for its status. */
  readonly isFailure: (answer: Service.Answer) => boolean
}
