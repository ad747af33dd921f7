import { type DateTime, Effect, Order, TxHashMap } from "effect"
import type { MemberId } from "../../domain/members/Member.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { currentTier } from "../../domain/programs/currentTier.ts"
import { binaryOrder } from "../memory/binaryOrder.ts"
import type { MemoryTables } from "../memory/Memory.ts"
import { lookUp } from "./lookUp.ts"

interface HeldTier {
  readonly level: number
  readonly name: string
  readonly program: string
}

const highestFirst = Order.combine(
  Order.flip(Order.mapInput(Order.Number, ({ level }: HeldTier) => level)),
  Order.mapInput(binaryOrder, ({ program }) => program)
)

/** The highest tier that a member holds in programs of an organization: twin of the SQL fragment `highestTier`. */
export const highestTierOf = Effect.fnUntraced(function* (
  memory: MemoryTables,
  of: { readonly memberId: MemberId | null; readonly organizationId: OrganizationId },
  now: DateTime.Utc
) {
  const programs = yield* TxHashMap.snapshot(memory.programs)
  const tiers = yield* TxHashMap.values(memory.tiers)
  const held = (yield* TxHashMap.values(memory.enrolments)).flatMap((enrolment): ReadonlyArray<HeldTier> => {
    if (enrolment.memberId !== of.memberId || enrolment.organizationId !== of.organizationId) return []
    if (enrolment.status !== "active") return []
    const program = lookUp(programs, enrolment.programId, ({ xid }) => xid)
    const ofProgram = tiers.filter(({ programId }) => programId === enrolment.programId)
    const tier = currentTier(enrolment, ofProgram, now)?.tier
    return program === null || tier === undefined ? [] : [{ level: tier.level, name: tier.name, program }]
  })
  return held.toSorted(highestFirst)[0]
})
