import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { touchVenuesWithin } from "../access/TouchedVenues.ts"
import type { GuestInvite } from "./GuestInvite.ts"
import { GuestInvites, type InviteChange } from "./GuestInvites.ts"
import { InviteSettled } from "./InviteErrors.ts"
import { findInviteTransition, inviteStatusAt, type InviteTrigger } from "./inviteTransitions.ts"

/** A desk's command on one invite. */
interface InviteCommand<E, E2, R, R2> {
  readonly id: number
  readonly trigger: InviteTrigger
  /** Conditions checked before the status. */
  readonly admit: (invite: GuestInvite, now: DateTime.Utc) => Effect.Effect<void, E, R>
  /** Changes besides the status. */
  readonly change: (invite: GuestInvite, now: DateTime.Utc) => Effect.Effect<Omit<InviteChange, "updatedAt">, E2, R2>
}

/**
 * Locks an invite within reach and applies the command's transition, in the caller's transaction. Fails with
 * `InviteSettled` if its current status has no such transition (DOMAIN 7.1). Returns the row before the change.
 */
export const commandInvite = Effect.fnUntraced(function* <E, E2, R, R2>({
  admit,
  change,
  id,
  trigger
}: InviteCommand<E, E2, R, R2>) {
  const { reach } = yield* PartnerCaller
  const invites = yield* GuestInvites
  const { stayVenueId, ...invite } = yield* invites.getForUpdate({ reach, id })
  // The response names the stay to a desk that reaches its venue.
  yield* touchVenuesWithin(reach, invite.organizationId, [invite.propertyId, stayVenueId])
  const now = yield* DateTime.now
  yield* admit(invite, now)
  const currentStatus = inviteStatusAt(invite, now)
  const transition = findInviteTransition(trigger, currentStatus)
  if (transition === undefined) return yield* new InviteSettled({ currentStatus })
  const changed = yield* change(invite, now)
  yield* invites.update(invite, {
    ...changed,
    ...(transition.to === null ? undefined : { status: transition.to }),
    updatedAt: now
  })
  return { invite, now, reach }
})
