import { DateTime, Effect } from "effect"
import { requireChannel } from "../delivery/requireChannel.ts"
import type { Channel } from "../delivery/Message.ts"
import { takeLimits } from "../ratelimit/takeLimits.ts"
import { Deployment } from "../shared/Deployment.ts"
import { auditInvite } from "./auditInvite.ts"
import { commandInvite } from "./commandInvite.ts"
import type { GuestInvite } from "./GuestInvite.ts"
import { GuestInvites } from "./GuestInvites.ts"
import { channelOf, contactFor } from "./inviteContact.ts"
import { ContactMissing } from "./InviteErrors.ts"
import { inviteLifetime, mintInviteToken, orderInvite } from "./orderInvite.ts"
import { recipientSubject } from "./recipientSubject.ts"

/** Limited per invite and per recipient of the organization, so that a second invite does not allow more messages. */
const takeResend = Effect.fnUntraced(function* (invite: GuestInvite, channel: Channel) {
  const contact = contactFor(invite, channel)
  if (contact === null) return
  const { limits } = yield* Deployment
  const recipient = yield* recipientSubject(channel, contact)
  yield* takeLimits([
    { policy: limits.inviteResend, subject: `invite ${invite.id}` },
    { policy: limits.inviteResend, subject: `${invite.organizationId} ${recipient}` }
  ])
})

const renewal = Effect.fnUntraced(function* (
  { row, tokenHash }: { readonly row: GuestInvite; readonly tokenHash: string },
  viaChannel: Channel,
  at: DateTime.Utc
) {
  if (contactFor(row, viaChannel) === null)
    return yield* new ContactMissing({ field: viaChannel === "email" ? "email" : "phone" })
  yield* requireChannel(viaChannel)
  return { tokenHash, sentCount: row.sentCount + 1, expiresAt: DateTime.addDuration(at, inviteLifetime) }
})

/**
 * Sends an invite again, with a new token and a new expiry, which invalidates the old link immediately. Uses the
 * requested channel, else e-mail if there is an address, else SMS (DOMAIN 7.1, PAR-137).
 */
export const resendGuestInvite = Effect.fnUntraced(function* (id: number, channel: Channel | undefined) {
  const invites = yield* GuestInvites
  const { token, tokenHash } = yield* mintInviteToken
  const channelFor = (row: GuestInvite) => channel ?? channelOf(row)
  const { invite, now, reach } = yield* commandInvite({
    id,
    trigger: "resend",
    admit: (row) => takeResend(row, channelFor(row)),
    change: (row, at) => renewal({ row, tokenHash }, channelFor(row), at)
  })
  const used = channelFor(invite)
  yield* orderInvite({ ...invite, tokenHash }, { channel: used, token, now })
  yield* auditInvite(invite, "resent", { channel: used })
  return yield* invites.get({ reach, id, now })
})
