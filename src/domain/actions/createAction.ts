import { DateTime, Effect, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { audit } from "../audit/audit.ts"
import { noteAssignment } from "../collaboration/noteAssignment.ts"
import type { Addressee } from "../messaging/audienceCovers.ts"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import type { Reader } from "../messaging/Reader.ts"
import { Workspaces } from "../messaging/Workspaces.ts"
import { NotFound } from "../shared/NotFound.ts"
import { Venues } from "../venues/Venues.ts"
import type { Action } from "./Action.ts"
import { Actions } from "./Actions.ts"
import { ownerColumns } from "./ActionOwner.ts"
import type { ActionActor } from "./moveAction.ts"
import { candidateOf, ownerOf } from "./ownerOf.ts"

/** The audience of an Action, by external id. */
export type RequestedAudience = { readonly kind: "workspace" } | { readonly kind: "team"; readonly teamId: string }

/** The requested new Action; references are external ids, null for none. */
export interface ActionDraft {
  readonly title: string
  readonly kind: string
  readonly details: string | null
  readonly priority: Action["priority"]
  readonly guestId: string | null
  readonly reservationId: string | null
  readonly propertyId: string | null
  readonly audience: RequestedAudience
  readonly dueAt: DateTime.Utc | null
  /** Subject of the operator who owns it from the start; null for none. */
  readonly ownerOperatorId: string | null
}

/** The fields of a command that its receipt records. */
export interface CommandFacts {
  readonly idempotencyKey: string
  readonly requestId: string
}

/** Resolves an audience. `NotFound` if the reader is not in the team or the team is unknown (INT-010, INT-014). */
export const addresseeOf = Effect.fnUntraced(function* (reader: Reader, audience: RequestedAudience, field: string) {
  if (audience.kind === "workspace") return { audienceKind: "workspace", teamId: null } satisfies Addressee
  const team = yield* Workspaces.use((workspaces) => workspaces.findTeam(reader.workspace.id, audience.teamId))
  const addressee: Addressee = { audienceKind: "team", teamId: Option.isNone(team) ? null : team.value.id }
  return audienceCovers(reader, addressee) ? addressee : yield* new NotFound({ field })
})

const guestOf = Effect.fnUntraced(function* ({ organizationId }: Reader, xid: string | null) {
  if (xid === null) return null
  const guest = yield* Workspaces.use((workspaces) => workspaces.findGuest(organizationId, xid))
  return Option.isNone(guest) ? yield* new NotFound({ field: "guestId" }) : guest.value.id
})

const venueOf = Effect.fnUntraced(function* ({ organizationId }: Reader, documentId: string | null) {
  if (documentId === null) return null
  const reach = { organizationIds: [organizationId], venueIds: "all" } as const
  const [venue] = yield* Venues.use((venues) => venues.listByDocumentId(reach, [documentId]))
  return venue === undefined ? yield* new NotFound({ field: "propertyId" }) : venue.id
})

const requireReservation = Effect.fnUntraced(function* ({ organizationId }: Reader, externalId: string | null) {
  if (externalId === null) return
  const exists = yield* Workspaces.use((workspaces) => workspaces.hasReservation(organizationId, externalId))
  if (!exists) return yield* new NotFound({ field: "reservationId" })
})

/** The owner that a draft names, who must have access to the Action. */
const ownerNamed = Effect.fnUntraced(function* (reader: Reader, xid: string | null, addressee: Addressee) {
  if (xid === null) return null
  return yield* ownerOf(yield* candidateOf(reader, { kind: "operator", xid }), addressee, "ownerOperatorId")
})

/** The columns that a draft refers to. */
const columnsOf = Effect.fnUntraced(function* (reader: Reader, draft: ActionDraft) {
  const addressee = yield* addresseeOf(reader, draft.audience, "audience.teamId")
  const guestId = yield* guestOf(reader, draft.guestId)
  yield* requireReservation(reader, draft.reservationId)
  const propertyId = yield* venueOf(reader, draft.propertyId)
  const owner = yield* ownerNamed(reader, draft.ownerOperatorId, addressee)
  return { owner, columns: { ...addressee, ...ownerColumns(owner), guestId, propertyId } }
})

/**
 * Creates an Action, unowned or owned by an operator, in the caller's transaction (DOMAIN 3.1 A1, INT-014, INT-034).
 * `NotFound` for an id outside the organization or a team that the caller is not in. The workspace's counter is locked
 * last.
 */
export const createAction = Effect.fnUntraced(function* (
  reader: Reader,
  actor: ActionActor,
  draft: ActionDraft,
  { idempotencyKey, requestId }: CommandFacts
) {
  const random = yield* SecureRandom.SecureRandom
  const now = yield* DateTime.now
  const { columns, owner } = yield* columnsOf(reader, draft)
  const toState = owner === null ? ("unowned" as const) : ("owned" as const)
  const xid = yield* random.uuidV7()
  const receiptXid = yield* random.uuidV7()
  yield* Actions.use((actions) =>
    Effect.flatMap(random.uuidV7(), (eventXid) =>
      actions.insert({
        action: {
          xid,
          organizationId: reader.organizationId,
          workspaceId: reader.workspace.id,
          version: 1,
          state: toState,
          kind: draft.kind,
          title: draft.title,
          details: draft.details,
          priority: draft.priority,
          reservationId: draft.reservationId,
          ...columns,
          dueAt: draft.dueAt,
          evidence: null,
          createdAt: now,
          updatedAt: now,
          claimedAt: owner === null ? null : now,
          finishedAt: null,
          cancelledAt: null
        },
        transition: {
          type: "create_action",
          fromState: null,
          toState,
          actorKind: actor.kind,
          actorId: actor.xid,
          expectedVersion: null,
          resultingVersion: 1,
          evidence: null,
          note: null,
          receiptXid,
          requestId,
          occurredAt: now
        },
        eventXid
      })
    )
  )
  if (owner !== null) yield* noteAssignment(reader, actor.owner, owner, xid)
  yield* audit({
    organizationId: reader.organizationId,
    action: "action.created",
    subject: `action:${xid}`,
    before: null,
    after: { state: toState, version: 1 }
  })
  const recordedAt = DateTime.formatIso(now)
  return {
    transition: {
      actionId: xid,
      fromState: null,
      toState,
      expectedVersion: null,
      occurredAt: recordedAt,
      evidenceRecorded: false
    },
    receipt: { id: receiptXid, idempotencyKey, requestId, recordedAt }
  }
})
