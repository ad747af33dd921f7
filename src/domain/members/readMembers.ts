import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import type { PartnerScope } from "../access/partnerScopes.ts"
import { requirePermissions } from "../access/requirePermissions.ts"
import { narrowReach } from "../venues/narrowReach.ts"
import { type MemberView, withoutContacts } from "./MemberView.ts"
import { MemberViews } from "./MemberViews.ts"

const contactsScope: PartnerScope = "partner:guests:pii:read"

/** Removes the contacts unless the caller holds the scope for personal data (PAR-048, A-39). */
export const redactMember = (member: MemberView, permissions: ReadonlySet<string>): MemberView =>
  permissions.has(contactsScope) ? member : withoutContacts(member)

/**
 * A page of the members known to the caller's organization or venues, by external id (PAR-039 to PAR-041). Without the
 * scope for personal data, a filter by e-mail is refused before any look-up, and `q` does not consult contacts, so that
 * neither items nor total nor timing disclose one.
 */
export const listMembers = Effect.fnUntraced(function* (query: {
  readonly q?: string | undefined
  readonly email?: string | undefined
  readonly tierId?: string | undefined
  readonly programId?: string | undefined
  readonly propertyIds?: ReadonlyArray<string> | undefined
  readonly updatedSince?: DateTime.Utc | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { email, limit, offset, programId, propertyIds, q, tierId, updatedSince } = query
  const { permissions, reach } = yield* PartnerCaller
  if (email !== undefined) yield* requirePermissions([contactsScope])
  const within = yield* narrowReach(propertyIds)
  const members = yield* MemberViews
  const { items, total } = yield* members.list({
    reach,
    within,
    now: yield* DateTime.now,
    q,
    matchesContacts: permissions.has(contactsScope),
    email,
    tierId,
    programId,
    updatedSince,
    limit,
    offset
  })
  return { items: items.map((member) => redactMember(member, permissions)), total, limit, offset }
})

/** One member known to the caller's organization or venues (PAR-042 to PAR-046). `externalId` is in upper case. */
export const getMember = Effect.fnUntraced(function* (externalId: string) {
  const { permissions, reach } = yield* PartnerCaller
  const members = yield* MemberViews
  const { member } = yield* members.get({ reach, externalId, now: yield* DateTime.now })
  return redactMember(member, permissions)
})
