import { Effect, Option, Redacted, Schema } from "effect"
import { audit } from "../audit/audit.ts"
import { rotateInviteLink } from "../invites/rotateInviteLink.ts"
import { OperatorCaller, organizationOfOperator } from "../operators/OperatorCaller.ts"
import { Operators } from "../operators/Operators.ts"
import { NotFound } from "../shared/NotFound.ts"
import { Venues } from "../venues/Venues.ts"

/** A venue's link with its new token, which only the first answer has (INT-016). */
export const RotatedInviteLink = Schema.Struct({
  propertyId: Schema.String.annotateKey({ description: "Document id of the venue" }),
  inviteLinkToken: Schema.optionalKey(Schema.String).annotateKey({
    description: "The new token, this once: it is stored as a hash alone. A replay does without it"
  }),
  tokenShown: Schema.Boolean.annotateKey({
    description: "Whether the token was shown before: true in a replay, which does not have it"
  })
}).annotate({ identifier: "RotatedInviteLink" })
export interface RotatedInviteLink extends Schema.Schema.Type<typeof RotatedInviteLink> {}

/** What a replay shows of a link that was rotated. */
export const withoutToken = ({ propertyId }: RotatedInviteLink): RotatedInviteLink => ({
  propertyId,
  tokenShown: true
})

/**
 * Gives the invite link of a venue a new token; the old one is dead at once. A venue that the operator does not reach is
 * missing, like a foreign one (DOMAIN 1.7).
 */
export const rotatePropertyInviteLink = Effect.fnUntraced(function* (documentId: string) {
  const { operator } = yield* OperatorCaller
  const { id: organizationId } = yield* organizationOfOperator
  const found = yield* Operators.use((operators) => operators.find(operator.xid))
  if (Option.isNone(found)) return yield* new NotFound({})
  const { allVenues, venueIds } = found.value
  const reach = { organizationIds: [organizationId], venueIds: allVenues ? ("all" as const) : venueIds }
  const [venue] = yield* Venues.use((venues) => venues.listByDocumentId(reach, [documentId]))
  if (venue === undefined) return yield* new NotFound({})
  const token = yield* rotateInviteLink({ organizationId, propertyId: venue.id })
  yield* audit({
    organizationId,
    action: "invite_link.rotated",
    subject: `property:${documentId}`,
    before: null,
    after: null
  })
  return {
    propertyId: documentId,
    inviteLinkToken: Redacted.value(token),
    tokenShown: false
  } satisfies RotatedInviteLink
})
