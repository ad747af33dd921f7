import { Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import type { Bootstrap } from "./Bootstrap.ts"
import type { Import } from "./Import.ts"

/** The organization's operators, by the subject of their tokens. Platform staff are not made from files. */
export const importOperators = Effect.fnUntraced(function* (
  { now, settle, store }: Import,
  organizationId: OrganizationId,
  venueIds: ReadonlyMap<string, VenueId>,
  operators: NonNullable<Bootstrap["operators"]>
) {
  const rows = store.of("operators")
  for (const [index, { subject: identitySubject, venues = "all", ...named }] of operators.entries()) {
    const wanted = {
      ...named,
      allVenues: venues === "all",
      venueIds: venues === "all" ? [] : venues.flatMap((slug) => venueIds.get(slug) ?? [])
    }
    yield* settle({
      kind: "operator",
      table: "operators",
      path: `operators[${index}]`,
      key: identitySubject,
      found: yield* rows.find({ organizationId, identitySubject }),
      wanted,
      insert: rows.insertNumbered({
        role: "operator",
        permissions: [],
        status: "active",
        updatedAt: now,
        ...wanted,
        organizationId,
        identitySubject,
        isStaff: false,
        globalScope: false
      }),
      update: () => rows.update({ organizationId, identitySubject }, { ...wanted, updatedAt: now })
    })
  }
})
