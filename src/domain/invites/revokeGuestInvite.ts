import { Effect } from "effect"
import { auditInvite } from "./auditInvite.ts"
import { commandInvite } from "./commandInvite.ts"
import { GuestInvites } from "./GuestInvites.ts"

/** Revokes an invite: its link becomes invalid, and a message that is still queued is not sent (DOMAIN 7.1). */
export const revokeGuestInvite = Effect.fnUntraced(function* (id: number, reason: string | undefined) {
  const invites = yield* GuestInvites
  const { invite, now, reach } = yield* commandInvite({
    id,
    trigger: "revoke",
    admit: () => Effect.void,
    change: () => Effect.succeed({})
  })
  yield* auditInvite(invite, "revoked", reason === undefined ? null : { reason })
  return yield* invites.get({ reach, id, now })
})
