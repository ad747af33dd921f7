import { DateTime, Effect, Option, Schema } from "effect"
import { MemberCaller } from "../access/MemberCaller.ts"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { Enrolments } from "../members/Enrolments.ts"
import { lockOpenAccount } from "../members/lockOpenAccount.ts"
import { Digests } from "../shared/Digests.ts"
import { auditInvite } from "./auditInvite.ts"
import { GuestInvites, InviteRecord } from "./GuestInvites.ts"
import { InviteMissing } from "./InviteErrors.ts"

/** The accepted invite. `programId` is the program's external id, null when the invite names none. */
export const AcceptedInvite = Schema.Struct({
  organizationName: InviteRecord.fields.organizationName.annotateKey({
    description: "Name of the organization that invited"
  }),
  programId: Schema.NullOr(Schema.String).annotate({
    description: "External id of the program; null if the invite names none"
  }),
  status: Schema.Literal("accepted").annotateKey({ description: "Always `accepted`" })
}).annotate({ identifier: "AcceptedInvite" })

const toAccepted = ({ organizationName, program }: InviteRecord) => ({
  organizationName,
  programId: program?.xid ?? null,
  status: "accepted" as const
})

/** Only an active program enrols members (DOMAIN 8.3); invites to any other are reported as missing. */
const isOpen = ({ program }: InviteRecord) => program === null || program.status === "active"

/**
 * Accepts the invite of a token: links it to the member and enrols them in its program, once (MEM-119, DOMAIN 7.1).
 * Repeating it has no effect for the same member; anyone else gets `InviteMissing`, as for a replaced, revoked or
 * expired token. Runs in the caller's transaction.
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

  yield* lockOpenAccount
  const before = yield* find
  if (Option.isNone(before)) return yield* new InviteMissing()
  const invite = before.value
  if (isOpen(invite) && (yield* invites.updateAccepted({ tokenHash, memberId, now }))) {
    if (invite.program !== null) {
      const enrolments = yield* Enrolments
      const isEnrolled = yield* enrolments.insert({ memberId, programId: invite.program.id, now })
      if (!isEnrolled) return yield* new InviteMissing()
      yield* refreshArrivalsOfMember(memberId)
    }
    yield* auditInvite(invite, "accepted", { member: xid })
    return toAccepted(invite)
  }
  const current = yield* find
  if (Option.isNone(current) || current.value.status !== "accepted" || current.value.memberId !== memberId) {
    return yield* new InviteMissing()
  }
  return toAccepted(current.value)
})
