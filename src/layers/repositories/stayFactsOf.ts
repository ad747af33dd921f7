import { DateTime, Effect, Order, TxHashMap } from "effect"
import { heldTiers } from "../../domain/programs/heldTiers.ts"
import type { PointMultiplier, Program } from "../../domain/programs/Program.ts"
import type { Reservation } from "../../domain/reservations/Reservation.ts"
import type { StayFacts } from "../../domain/reservations/StayFacts.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import type { MemoryTables } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

interface HeldTier {
  readonly program: Program
  readonly level: number
  readonly multiplier: PointMultiplier["multiplier"]
}

const highestFirst = Order.combine(
  Order.flip(Order.mapInput(Order.Number, ({ level }: HeldTier) => level)),
  Order.mapInput(binaryOrder, ({ program }) => program.xid)
)

const covers = (campaign: PointMultiplier, { checkIn, propertyId }: Reservation) =>
  checkIn !== null &&
  (campaign.propertyId === null || campaign.propertyId === propertyId) &&
  DateTime.formatIsoDateUtc(campaign.startsAt) <= checkIn &&
  checkIn <= DateTime.formatIsoDateUtc(campaign.endsAt)

/** The inputs of `pointsOf` for a stay: twin of the SQL fragment `stayFacts`. Run it in a transaction. */
export const stayFactsOf = Effect.fnUntraced(function* (
  memory: MemoryTables,
  stay: Reservation,
  now: DateTime.Utc,
  { includesInputs = stay.finalizedAt === null }: { readonly includesInputs?: boolean } = {}
) {
  const { basePoints, bookingChannel, checkIn, currency, multiplier, organizationId, pmsStatus, status, totalPoints } =
    stay
  const stored =
    basePoints === null || multiplier === null || totalPoints === null ? null : { basePoints, multiplier, totalPoints }
  const account = lookUp(yield* TxHashMap.snapshot(memory.members), stay.memberId, (row) => row)
  const memberId = account === null || account.status === "closed" ? null : account.id
  const facts = { status, pmsStatus, memberId, checkIn, bookingChannel, spendMinor: stay.spendMinor, currency }
  if (!includesInputs) {
    return { ...facts, program: null, tierMultiplier: null, rules: [], campaigns: [], stored } satisfies StayFacts
  }
  const programs = (yield* TxHashMap.values(memory.programs)).filter((row) => row.organizationId === organizationId)
  const tiers = yield* TxHashMap.values(memory.tiers)
  const enrolments = yield* TxHashMap.values(memory.enrolments)
  const [held] = heldTiers({ enrolments, tiers }, memberId, now)
    .flatMap(({ tier: { level, multiplier, programId } }): ReadonlyArray<HeldTier> => {
      const program = programs.find(({ id }) => id === programId)
      return program === undefined ? [] : [{ program, level, multiplier }]
    })
    .toSorted(highestFirst)
  const [first] = programs.filter((row) => row.status === "active").toSorted((a, b) => a.id - b.id)
  const awarding = programs.find(({ id }) => id === stay.programId)
  const program = awarding ?? held?.program ?? first
  const [version] = (yield* TxHashMap.values(memory.earningRules))
    .filter((row) => row.programId === program?.id && checkIn !== null && row.effectiveFrom <= checkIn)
    .toSorted((a, b) => b.version - a.version)
  const campaigns = (yield* TxHashMap.values(memory.pointMultipliers))
    .filter((row) => row.organizationId === organizationId && covers(row, stay))
    .toSorted((a, b) => a.id - b.id)
    .map((row) => ({ multiplier: row.multiplier, stacking: row.stacking }))
  return {
    ...facts,
    program: program === undefined ? null : { id: program.id, pointsExpiryMonths: program.pointsExpiryMonths },
    tierMultiplier: held?.multiplier ?? null,
    rules: version?.rules ?? [],
    campaigns,
    stored
  } satisfies StayFacts
})
