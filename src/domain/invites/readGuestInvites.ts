import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { narrowReach } from "../venues/narrowReach.ts"
import type { InviteStatus } from "./GuestInvite.ts"
import { GuestInvites } from "./GuestInvites.ts"
import { lowerText } from "./inviteContact.ts"

/** A page of the invites within reach, newest first; `q` matches names, e-mail and phone literally, ignoring case. */
export const listGuestInvites = Effect.fnUntraced(function* (query: {
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly statuses?: ReadonlyArray<InviteStatus> | undefined
  readonly q?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offset, propertyIds, q, statuses } = query
  const { reach } = yield* PartnerCaller
  const within = yield* narrowReach(propertyIds)
  const invites = yield* GuestInvites
  const { items, total } = yield* invites.list({
    reach,
    within,
    now: yield* DateTime.now,
    statuses: statuses ?? null,
    search: q === undefined ? null : lowerText(q),
    limit,
    offset
  })
  return { items, total, limit, offset }
})

/** One invite within reach. */
export const getGuestInvite = Effect.fnUntraced(function* (id: number) {
  const { reach } = yield* PartnerCaller
  const invites = yield* GuestInvites
  return yield* invites.get({ reach, id, now: yield* DateTime.now })
})
