import { type DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Channel } from "../delivery/Message.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Digests } from "../shared/Digests.ts"
import { randomToken } from "../shared/randomToken.ts"
import { Vault } from "../shared/Vault.ts"
import type { GuestInvite } from "./GuestInvite.ts"
import { type InviteOrder, inviteOrderKind, inviteTokenPurpose } from "./InviteOrder.ts"

/** How long an invite can be accepted after it was created or resent. */
export const inviteLifetime = { days: 30 } as const

/** A new token and the hash that is stored instead of it (GEN-009). */
export const mintInviteToken = Effect.gen(function* () {
  const { sha256 } = yield* Digests
  const token = yield* randomToken("inv_")
  return { token, tokenHash: sha256(token) }
})

/**
 * Queues the message with the invite's token in the outbox, in the caller's transaction. The token is stored sealed.
 */
export const orderInvite = Effect.fnUntraced(function* (
  { id: inviteId, organizationId, tokenHash }: Pick<GuestInvite, "id" | "organizationId" | "tokenHash">,
  { channel, now, token }: { readonly channel: Channel; readonly token: string; readonly now: DateTime.Utc }
) {
  const outbox = yield* Outbox
  const vault = yield* Vault
  const random = yield* SecureRandom.SecureRandom
  const messageId = yield* random.uuidV4()
  const sealedToken = vault.seal(inviteTokenPurpose, messageId, token)
  const payload: InviteOrder = { organizationId, inviteId, tokenHash, channel, messageId, sealedToken }
  yield* outbox.insert({ kind: inviteOrderKind, payload: { ...payload }, createdAt: now, dueAt: now })
})
