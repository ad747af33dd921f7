import { type DateTime, Effect, Order, TxHashMap } from "effect"
import type { MemberId } from "../../domain/members/Member.ts"
import type { OrganizationId } from "../../domain/organizations/Organization.ts"
import { heldTiers } from "../../domain/programs/heldTiers.ts"
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
  const enrolments = yield* TxHashMap.values(memory.enrolments)
  const held = heldTiers({ enrolments, tiers }, of.memberId, now).flatMap(({ tier }): ReadonlyArray<HeldTier> => {
    const program = lookUp(programs, tier.programId, ({ xid }) => xid)
    if (tier.organizationId !== of.organizationId || program === null) return []
    return [{ level: tier.level, name: tier.name, program }]
  })
  return held.toSorted(highestFirst)[0]
})
