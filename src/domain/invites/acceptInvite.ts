import { DateTime, Effect, Option, Schema } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { Enrolments } from "../members/Enrolments.ts"
import { Digests } from "../shared/Digests.ts"
import { auditInvite } from "./auditInvite.ts"
import { GuestInvites, InviteRecord } from "./GuestInvites.ts"
import { InviteMissing } from "./InviteErrors.ts"

/** The accepted invite. `programId` is the program's external id, null when the invite names none. */
export const AcceptedInvite = Schema.Struct({
  organizationName: InviteRecord.fields.organizationName.annotateKey({
    description: "Name of the organization that invited"
  }),
  programId: Schema.NullOr(Schema.String).annotate({ description: "Null when the invite names no program" }),
  status: Schema.Literal("accepted").annotateKey({ description: "Always `accepted`" })
}).annotate({ identifier: "AcceptedInvite" })

const accepted = ({ organizationName, program }: InviteRecord) => ({
  organizationName,
  programId: program?.xid ?? null,
  status: "accepted" as const
})

/** Only an active program enrols members (DOMAIN 8.3); until it is active, its invites are missing. */
const isOpen = ({ program }: InviteRecord) => program === null || program.status === "active"

/**
 * Accepts the invite of a token: links it to the member and enrols them in its program, once (MEM-119, DOMAIN 7.1).
 * Repeating it has no effect for the same member; for anyone else it is missing, like a replaced, revoked or expired
 * one. Runs in the caller's transaction.
 */
export const acceptInvite = Effect.fnUntraced(function* (token: string) {
  const { memberId, xid } = yield* MemberCaller
  const invites = yield* GuestInvites
  const digests = yield* Digests
  const now = yield* DateTime.now
  const tokenHash = digests.sha256(token)
  const find = Effect.map(
    invites.findByToken(tokenHash),
    Option.filter((invite) => digests.equal(invite.tokenHash, tokenHash))
  )

  const found = yield* find
  if (Option.isNone(found)) return yield* new InviteMissing()
  const invite = found.value
  if (isOpen(invite) && (yield* invites.updateAccepted({ tokenHash, memberId, now }))) {
    if (invite.program !== null) {
      const enrolments = yield* Enrolments
      const isEnrolled = yield* enrolments.insert({ memberId, programId: invite.program.id, now })
      if (!isEnrolled) return yield* new InviteMissing()
      yield* refreshArrivalsOfMember(memberId)
    }
    yield* auditInvite(invite, "accepted", { member: xid })
    return accepted(invite)
  }
  const standing = yield* find
  if (Option.isNone(standing) || standing.value.status !== "accepted" || standing.value.memberId !== memberId) {
    return yield* new InviteMissing()
  }
  return accepted(standing.value)
})
