import { Effect, Option } from "effect"
import type { BenefitId, Entitlement } from "../benefits/Benefit.ts"
import type { Program, TierId } from "../programs/Program.ts"
import { matcher, type ProgramImport, refuse, venuesOf } from "./ProgramImport.ts"
import type { ProgramFile } from "./ProgramFile.ts"

interface Ids {
  readonly tiers: ReadonlyMap<string, TierId>
  readonly benefits: ReadonlyMap<string, BenefitId>
}

const isSameSet = (a: ReadonlyArray<number> | null, b: ReadonlyArray<number> | null) =>
  a === null || b === null ? a === b : a.length === b.length && a.every((id) => b.includes(id))

/** Imports the entitlements; at most one per tier and benefit is active. */
export const importEntitlements = Effect.fnUntraced(function* (
  step: ProgramImport,
  { id: programId }: Program,
  ids: Ids,
  entitlements: ProgramFile["entitlements"]
) {
  const { now, organizationId, settle, store } = step
  const rows = store.of("entitlements")
  const stored = yield* rows.list({ organizationId, programId }, { by: ["id"] })
  const pairOf = ({ benefitId, tierId }: Pick<Entitlement, "tierId" | "benefitId">) => `${tierId} ${benefitId}`
  const match = matcher(
    stored.filter(({ active }) => active),
    entitlements.map(({ entitlementId }) => entitlementId),
    pairOf
  )
  const byId = new Map(stored.map((row) => [row.xid, row]))
  for (const [index, { benefitId, entitlementId: xid, tierId, venueIds, ...rest }] of entitlements.entries()) {
    const key = `${tierId} to ${benefitId}`
    const [tier, benefit] = [ids.tiers.get(tierId), ids.benefits.get(benefitId)]
    if (tier === undefined || benefit === undefined) {
      yield* refuse(step, "entitlement", key, "its tier or its benefit is refused")
      continue
    }
    const venues = venueIds === null ? null : yield* venuesOf(step, "entitlement", key, venueIds)
    if (venues === undefined) continue
    const pair = { tierId: tier, benefitId: benefit }
    const found = Option.orElse(Option.fromUndefinedOr(byId.get(xid)), () =>
      rest.active ? match(xid, pairOf(pair)) : Option.none()
    )
    const storedVenues = Option.getOrUndefined(Option.map(found, (row) => row.venueIds))
    const wanted = {
      ...pair,
      ...rest,
      venueIds: storedVenues !== undefined && isSameSet(storedVenues, venues) ? storedVenues : venues
    }
    yield* settle({
      kind: "entitlement",
      table: "entitlements",
      path: `entitlements[${index}]`,
      key,
      found,
      wanted,
      insert: rows.insertNumbered({ ...wanted, xid, organizationId, programId, createdAt: now, updatedAt: now }),
      update: ({ id }) => rows.update({ organizationId, id }, { ...wanted, updatedAt: now })
    })
  }
})
