import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireOrganization } from "../access/requireOrganization.ts"
import { touchVenues } from "../access/TouchedVenues.ts"
import { requireChannel } from "../delivery/requireChannel.ts"
import { NotFound } from "../shared/NotFound.ts"
import { findVenue } from "../venues/findVenues.ts"
import { GuestInvites } from "./GuestInvites.ts"
import { channelOf } from "./inviteContact.ts"
import { newInvite } from "./newInvite.ts"

/** A desk's request for an invite; ids are external. */
export interface InviteRequest {
  readonly propertyId: string
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly reservationId?: string | undefined
  readonly locale?: string | undefined
  readonly programId?: string | undefined
}

/**
 * Invites a guest of a venue within reach: by e-mail if there is an address, else by SMS. A venue, stay at that venue
 * or program that is missing, foreign or out of reach is the same `NotFound` (PAR-140, DOMAIN 7.1).
 */
export const createGuestInvite = Effect.fnUntraced(function* (request: InviteRequest) {
  const { reach } = yield* PartnerCaller
  const { id: organizationId } = yield* requireOrganization
  const invites = yield* GuestInvites
  const propertyId = yield* findVenue(reach, request.propertyId, "propertyId")
  const { email = null, firstName = null, lastName = null, locale = null, phone = null } = request
  const { programId, reservationId } = yield* invites.findReferences({
    organizationId,
    propertyId,
    reservationId: request.reservationId ?? null,
    programId: request.programId ?? null
  })
  if (reservationId === undefined) return yield* new NotFound({ field: "reservationId" })
  if (programId === undefined) return yield* new NotFound({ field: "programId" })
  yield* requireChannel(channelOf({ email }))
  yield* touchVenues(propertyId)
  const invite = yield* newInvite({
    organizationId,
    propertyId,
    programId,
    reservationId,
    email,
    phone,
    firstName,
    lastName,
    locale
  })
  return yield* invites.get({ reach, id: invite.id, now: yield* DateTime.now })
})
