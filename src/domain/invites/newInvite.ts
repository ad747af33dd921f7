import { DateTime, Effect } from "effect"
import type { Channel } from "../delivery/Message.ts"
import type { GuestInvite } from "./GuestInvite.ts"
import { GuestInvites } from "./GuestInvites.ts"
import { auditInvite } from "./auditInvite.ts"
import { channelOf, inviteSearchText } from "./inviteContact.ts"
import { inviteLifetime, mintInviteToken, orderInvite } from "./orderInvite.ts"

type Facts = Pick<
  GuestInvite,
  | "organizationId"
  | "propertyId"
  | "programId"
  | "reservationId"
  | "email"
  | "phone"
  | "firstName"
  | "lastName"
  | "locale"
>

/** Creates a pending invite and queues its message, in the caller's transaction (DOMAIN 7.1). */
export const newInvite = Effect.fnUntraced(function* (facts: Facts, channel: Channel = channelOf(facts)) {
  const invites = yield* GuestInvites
  const now = yield* DateTime.now
  const { token, tokenHash } = yield* mintInviteToken
  const invite = yield* invites.insert({
    ...facts,
    searchText: inviteSearchText(facts),
    status: "pending",
    tokenHash,
    sentCount: 1,
    lastSentAt: null,
    expiresAt: DateTime.addDuration(now, inviteLifetime),
    acceptedAt: null,
    memberId: null,
    createdAt: now,
    updatedAt: now
  })
  yield* orderInvite(invite, { channel, token, now })
  yield* auditInvite(invite, "created", { channel })
  return invite
})
