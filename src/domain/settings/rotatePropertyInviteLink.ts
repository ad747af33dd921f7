import { Effect, Option, Redacted, Schema } from "effect"
import { rotateInviteLink } from "../invites/rotateInviteLink.ts"
import { OperatorCaller, organizationOfOperator } from "../operators/OperatorCaller.ts"
import { Operators } from "../operators/Operators.ts"
import { NotFound } from "../shared/NotFound.ts"
import { Venues } from "../venues/Venues.ts"

/** A venue's link with its new token, included only in the first response (INT-016). */
export const RotatedInviteLink = Schema.Struct({
  propertyId: Schema.String.annotateKey({ description: "Document id of the venue" }),
  inviteLinkToken: Schema.optionalKey(Schema.String).annotateKey({
    description: "The new token, returned only once, since only its hash is stored; absent in a replay"
  }),
  tokenShown: Schema.Boolean.annotateKey({
    description: "Whether the token was already returned: true in a replay, which omits it"
  })
}).annotate({ identifier: "RotatedInviteLink" })
export interface RotatedInviteLink extends Schema.Schema.Type<typeof RotatedInviteLink> {}

/** The response to a replay. */
export const withoutToken = ({ propertyId }: RotatedInviteLink): RotatedInviteLink => ({
  propertyId,
  tokenShown: true
})

/**
 * Gives the invite link of a venue a new token, which invalidates the old one immediately. `NotFound` for a venue that
 * is foreign or out of the operator's reach (DOMAIN 1.7).
 */
export const rotatePropertyInviteLink = Effect.fnUntraced(function* (documentId: string) {
  const { operator } = yield* OperatorCaller
  const { id: organizationId } = yield* organizationOfOperator
  const stored = yield* Operators.use((operators) => operators.find(operator.xid))
  if (Option.isNone(stored)) return yield* new NotFound({})
  const { allVenues, venueIds } = stored.value
  const reach = { organizationIds: [organizationId], venueIds: allVenues ? ("all" as const) : venueIds }
  const [venue] = yield* Venues.use((venues) => venues.listByDocumentId(reach, [documentId]))
  if (venue === undefined) return yield* new NotFound({})
  const token = yield* rotateInviteLink({ organizationId, propertyId: venue.id, documentId })
  return {
    propertyId: documentId,
    inviteLinkToken: Redacted.value(token),
    tokenShown: false
  } satisfies RotatedInviteLink
})
