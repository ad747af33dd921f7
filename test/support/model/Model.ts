import type { DateTime } from "effect"
import { firstMultipliers, type Home } from "./homes.ts"

/** A program: its tiers by id, and for each version of its rules the first check-in day and 1/100 points per EUR. */
export interface ModelProgram {
  status: "draft" | "active" | "archived"
  readonly tiers: Map<string, { level: number; multiplier: number }>
  readonly rules: Array<{ readonly from: string; readonly rate: number }>
}

export interface ModelBenefit {
  isArchived: boolean
  /** The name at a venue, by document id; null if the venue overrides something else. */
  readonly names: Map<string, string | null>
}

export interface ModelEntitlement {
  readonly tierId: string
  readonly benefitId: string
  isActive: boolean
}

/** The codes of a pool by their text, in the order in which they were added. */
export interface ModelPool {
  readonly offerId: string
  status: "active" | "paused" | "archived"
  expiresAt: number | null
  readonly codes: Map<string, "available" | "assigned" | "redeemed" | "void">
}

export interface ModelClaim {
  readonly member: number
  readonly offerId: string
  readonly code: { readonly pool: ModelPool; readonly text: string }
  readonly expiresAt: number
  isOpen: boolean
  /** Whether the member has seen the code, in which case it is never assigned again. */
  isShown: boolean
}

export interface ModelStay {
  member: number | null
  isCalledOff: boolean
  checkIn: string
  /** The multiplier of the campaign at its venue, in hundredths. */
  readonly campaign: number
  spendMinor: number | null
  isFinal: boolean
}

/**
 * The expected contents of the stores, in the simplest terms: ids are the names from the history. It predicts the
 * outcome of a command where a rule is short to state; everything else is only compared between the stores.
 */
export interface Model {
  readonly home: Home
  now: DateTime.Utc
  step: number
  readonly programs: Map<string, ModelProgram>
  readonly benefits: Map<string, ModelBenefit>
  readonly entitlements: Map<string, ModelEntitlement>
  readonly pools: Map<string, ModelPool>
  readonly claims: Map<string, ModelClaim>
  readonly stays: Map<string, ModelStay>
  /** Members whose tier the model no longer predicts, because points were credited to them. */
  readonly promoted: Set<number>
}

export const modelOf = (home: Home, now: DateTime.Utc): Model => ({
  home,
  now,
  step: 0,
  programs: new Map([
    [
      home.programId,
      {
        status: "active",
        tiers: new Map(
          home.tierIds.map((id, row) => [id, { level: row + 1, multiplier: firstMultipliers[row] ?? 100 }])
        ),
        rules: [{ from: "2025-01-01", rate: 100 }]
      }
    ]
  ]),
  benefits: new Map(home.benefitIds.map((id) => [id, { isArchived: false, names: new Map() }])),
  entitlements: new Map([
    [home.entitlementId, { tierId: home.tierIds[1] ?? "", benefitId: home.benefitIds[0] ?? "", isActive: true }]
  ]),
  pools: new Map(),
  claims: new Map(),
  stays: new Map(),
  promoted: new Set()
})

/** The element at any number modulo the size; undefined if empty. */
export const pick = <A>(of: Iterable<A>, place: number): A | undefined => {
  const all = [...of]
  return all[place % Math.max(all.length, 1)]
}

/**
 * The code that the next claim of the offer takes: from the pool that expires first, the oldest one; undefined for
 * none.
 */
export const nextCode = ({ now, pools }: Model, offerId: string): ModelClaim["code"] | undefined => {
  const end = ({ expiresAt }: ModelPool) => expiresAt ?? Number.POSITIVE_INFINITY
  const open = [...pools.values()].filter(
    (pool) => pool.offerId === offerId && pool.status === "active" && end(pool) > now.epochMilliseconds
  )
  for (const pool of open.toSorted((a, b) => (end(a) < end(b) ? -1 : Number(end(a) > end(b))))) {
    for (const [text, status] of pool.codes) if (status === "available") return { pool, text }
  }
  return undefined
}

/** Ends a claim: a code that was never shown becomes available again, any other is lost. */
export const endClaim = (claim: ModelClaim, isRedeemed = false) => {
  claim.isOpen = false
  claim.code.pool.codes.set(claim.code.text, isRedeemed ? "redeemed" : claim.isShown ? "void" : "available")
}

/** Ends the claims that are due, of one member, of one offer, or all. */
export const settle = ({ claims, now }: Model, { member, offerId }: Partial<ModelClaim> = {}) => {
  for (const claim of claims.values()) {
    const isDue = claim.isOpen && claim.expiresAt <= now.epochMilliseconds
    const isMeant = (member ?? claim.member) === claim.member && (offerId ?? claim.offerId) === claim.offerId
    if (isDue && isMeant) endClaim(claim)
  }
}

/** The counts of a pool as callers see them. */
export const countsOf = ({ codes, status }: ModelPool) => {
  const of = (wanted: string) => [...codes.values()].filter((each) => each === wanted).length
  const left = of("available")
  const isArchived = status === "archived"
  return {
    total: codes.size,
    available: isArchived ? 0 : left,
    assigned: of("assigned"),
    redeemed: of("redeemed"),
    void: of("void") + (isArchived ? left : 0)
  }
}

const tierOf = ({ home }: Model, member: number) => home.tierIds[1 - member]

/** `value / by`, rounded half up. */
const rounded = (value: number, by: number) => Math.floor((2 * value + by) / (2 * by))

/** The points of a stay that is not finalised; undefined where the model does not know them. */
export const pointsOfStay = (model: Model, stay: ModelStay): number | undefined => {
  const { campaign, checkIn, isCalledOff, member, spendMinor } = stay
  const program = model.programs.get(model.home.programId)
  if (member === null || model.promoted.has(member) || program?.status !== "active") return undefined
  if (isCalledOff || spendMinor === null) return 0
  const tier = program.tiers.get(tierOf(model, member) ?? "")
  const multiplier = rounded((tier?.multiplier ?? 100) * campaign, 100)
  const rate = program.rules.findLast(({ from }) => from <= checkIn)?.rate ?? 0
  return rounded(rounded(spendMinor * rate, 10_000) * multiplier, 100)
}
