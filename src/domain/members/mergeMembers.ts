import { DateTime, Effect, Option } from "effect"
import { refreshArrivalsOfMember } from "../arrivals/refreshArrivals.ts"
import { audit } from "../audit/audit.ts"
import { lockClaims, refuseFurtherClaims, retryClaimedMeanwhile } from "../fulfillments/lockClaims.ts"
import { addQualifying, endTierPeriods } from "../programs/TierProgress.ts"
import { atomically } from "../shared/atomically.ts"
import { maxInt } from "../shared/maxInt.ts"
import { Ulids } from "../shared/Ulids.ts"
import { expirePoints } from "../wallet/expirePoints.ts"
import { beginMove, type Move } from "../wallet/Move.ts"
import { transferPoints } from "../wallet/transferPoints.ts"
import { Wallets } from "../wallet/Wallets.ts"
import { Enrolments } from "./Enrolments.ts"
import type { Enrolment, Member, MemberId } from "./Member.ts"
import { MemberAccounts } from "./MemberAccounts.ts"
import { MemberMissing, MergeRefused } from "./MemberErrors.ts"

/** A merge of two accounts of one person, reported by the core; `mergeId` identifies the event, which applies once. */
export interface Merge {
  readonly mergeId: string
  readonly sourceId: Member["id"]
  readonly targetId: Member["id"]
}

const beginSettledMove = Effect.fnUntraced(function* (memberId: MemberId) {
  const ulids = yield* Ulids
  const wallets = yield* Wallets
  const wallet = yield* wallets.getForUpdate(memberId)
  const now = yield* DateTime.now
  return expirePoints(beginMove(wallet, now, () => ulids.make(now)))
})

/** Locks something of both accounts, of the lower member id first, so that merges cannot deadlock (DOMAIN 5.1). */
const lockBoth = Effect.fnUntraced(function* <A, R>(
  { sourceId, targetId }: Merge,
  lock: (of: MemberId) => Effect.Effect<A, never, R>
) {
  if (sourceId < targetId) {
    const from = yield* lock(sourceId)
    return { from, to: yield* lock(targetId) }
  }
  const to = yield* lock(targetId)
  return { from: yield* lock(sourceId), to }
})

const laterExpiry = (a: DateTime.Utc | null, b: DateTime.Utc | null) =>
  a === null || b === null ? null : DateTime.max(a, b)

/** The higher of two tiers with its expiry; for the same level, the later expiry. */
const betterTier = (mine: Enrolment, other: Enrolment, levelOf: (enrolment: Enrolment) => number): Enrolment => {
  if (levelOf(mine) > levelOf(other)) return mine
  if (levelOf(mine) < levelOf(other)) return { ...mine, tierId: other.tierId, tierExpiresAt: other.tierExpiresAt }
  return { ...mine, tierExpiresAt: laterExpiry(mine.tierExpiresAt, other.tierExpiresAt) }
}

/** In each program the target keeps the better tier and the sum of the qualifying points (DOMAIN 4.5). */
const mergeEnrolments = Effect.fnUntraced(function* ({ sourceId, targetId }: Merge) {
  const enrolments = yield* Enrolments
  const now = yield* DateTime.now
  for (const { programId } of yield* enrolments.listByMember(sourceId)) {
    const source = yield* enrolments.findForUpdate({ programId, memberId: sourceId })
    yield* enrolments.insertMerged({ programId, memberId: targetId, now })
    const target = yield* enrolments.findForUpdate({ programId, memberId: targetId })
    if (Option.isNone(source) || Option.isNone(target)) continue
    const { enrolment, tiers } = source.value
    const levelOf = ({ tierId }: Enrolment) => tiers.find(({ id }) => id === tierId)?.level ?? 0
    const sourceEnrolment = endTierPeriods(enrolment, tiers, now)
    const better = betterTier(endTierPeriods(target.value.enrolment, tiers, now), sourceEnrolment, levelOf)
    const qualifying = { points: sourceEnrolment.qualifyingPoints, nights: sourceEnrolment.qualifyingNights }
    yield* enrolments.update(addQualifying(better, tiers, qualifying, now).enrolment)
  }
})

const transfer = Effect.fnUntraced(function* (merge: Merge, wallets: { readonly from: Move; readonly to: Move }) {
  const accounts = yield* MemberAccounts
  const { insertMove } = yield* Wallets
  const { from, points, to } = transferPoints(wallets.from, wallets.to, merge.mergeId)
  if (to.entries.some((entry) => entry.points > maxInt)) return yield* new MergeRefused({ reason: "too_many_points" })
  yield* accounts.insertTransfer({
    id: merge.mergeId,
    fromMember: merge.sourceId,
    toMember: merge.targetId,
    points,
    createdAt: yield* DateTime.now
  })
  yield* insertMove(from)
  yield* insertMove(to)
  return points
})

const attempt = Effect.fnUntraced(function* (merge: Merge) {
  const { mergeId, sourceId, targetId } = merge
  const accounts = yield* MemberAccounts
  if (sourceId === targetId) return yield* new MergeRefused({ reason: "same_member" })
  for (const id of [sourceId, targetId]) {
    if (Option.isNone(yield* accounts.find(id))) return yield* new MemberMissing()
  }
  const claims = yield* lockClaims({ memberId: sourceId })
  const wallets = yield* lockBoth(merge, beginSettledMove)
  yield* refuseFurtherClaims({ memberId: sourceId }, claims)
  if (Option.isSome(yield* accounts.findTransfer(mergeId))) return
  const { from: source, to: target } = yield* lockBoth(merge, accounts.findForUpdate)
  if (Option.isNone(source) || Option.isNone(target)) return
  if (source.value.status === "closed") return yield* new MergeRefused({ reason: "source_closed" })
  if (target.value.status === "closed") return yield* new MergeRefused({ reason: "target_closed" })
  const now = yield* DateTime.now
  const points = yield* transfer(merge, wallets)
  // Enrolments before the arrival tasks that change owner, like the end of a tier (DOMAIN 5.1).
  yield* mergeEnrolments(merge)
  yield* accounts.changeOwner({ from: sourceId, to: targetId, now })
  yield* accounts.updateClosed({ id: sourceId, mergedInto: targetId, now })
  yield* refreshArrivalsOfMember(targetId)
  yield* audit({
    organizationId: null,
    action: "member.merged",
    subject: `member:${source.value.xid}`,
    before: { status: source.value.status },
    after: { status: "closed", mergedInto: target.value.xid, points }
  })
}, atomically)

/**
 * Merges two accounts (DOMAIN 4.5): stays, pending points, open claims, guests, invites, favorites, enrolments and the
 * balance move from source to target, and the source is closed. History stays with the source. A repeated merge has no
 * effect.
 */
export const mergeMembers = (merge: Merge) => retryClaimedMeanwhile(attempt(merge))
