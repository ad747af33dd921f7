import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import { Organization } from "../organizations/Organization.ts"
import { Operator } from "./Operator.ts"
import { OperatorSession } from "./OperatorSession.ts"

/** A session with its operator, in their current state. `organization` is null for an operator without one. */
export const HeldSession = Schema.Struct({
  session: OperatorSession,
  operator: Schema.Struct({
    id: Operator.fields.id,
    xid: Operator.fields.identitySubject,
    name: Operator.fields.name,
    permissions: Operator.fields.permissions,
    status: Operator.fields.status
  }),
  organization: Schema.NullOr(
    Schema.Struct({
      id: Organization.fields.id,
      xid: Organization.fields.xid,
      status: Organization.fields.status
    })
  )
})
export type HeldSession = typeof HeldSession.Type

/** The sessions of operators. Read on every request, so that a revocation takes effect at once in every process. */
export class OperatorSessions extends Context.Service<
  OperatorSessions,
  {
    /** By the SHA-256 of its id as 64 lower-case hex digits, in any state. */
    readonly find: (idHash: string) => Effect.Effect<Option.Option<HeldSession>>
    readonly insert: (session: Omit<OperatorSession, "id">) => Effect.Effect<void>
    /** Never moves backwards. */
    readonly updateLastSeen: (idHash: string, at: DateTime.Utc) => Effect.Effect<void>
    /** A session revoked before keeps its time. */
    readonly updateRevokedAt: (idHash: string, at: DateTime.Utc) => Effect.Effect<void>
    /** Removes sessions that expired before `instant`, possibly in batches; returns how many this call removed. */
    readonly removeExpired: (instant: DateTime.Utc) => Effect.Effect<number>
  }
>()("hub/domain/operators/OperatorSessions") {}
