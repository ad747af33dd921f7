import { Effect, Option } from "effect"
import { mayOwn } from "../actions/ownerOf.ts"
import type { Keeper } from "../actions/releaseOwned.ts"
import type { Operator, OperatorId } from "../operators/Operator.ts"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { VenueId } from "../properties/Property.ts"
import { changedFields } from "../shared/changedFields.ts"
import type { Bootstrap } from "./Bootstrap.ts"
import type { Import } from "./Import.ts"
import type { ImportedWorkspace } from "./importMessaging.ts"

const ascending = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b)

const everyVenue = { allVenues: true, venueIds: [] } as const

/** The reach given in the file; an omitted one stays as it is. */
const reachOf = (
  venues: NonNullable<Bootstrap["operators"]>[number]["venues"],
  venueIds: ReadonlyMap<string, VenueId>
): Partial<Pick<Operator, "allVenues" | "venueIds">> => {
  if (venues === undefined) return {}
  return venues === "all"
    ? everyVenue
    : { allVenues: false, venueIds: venues.flatMap((slug) => venueIds.get(slug) ?? []) }
}

/** Adjusts an operator's team memberships from `from` to `to`. */
const joinTeams = Effect.fnUntraced(function* (
  { store }: Import,
  operatorId: OperatorId,
  from: ReadonlyArray<number>,
  to: ReadonlyArray<number>
) {
  const members = store.of("teamMembers")
  for (const teamId of from) if (!to.includes(teamId)) yield* members.remove({ operatorId, teamId })
  for (const teamId of to) if (!from.includes(teamId)) yield* members.insert({ operatorId, teamId })
})

/**
 * Imports the organization's operators, identified by token subject. Never creates platform staff. Returns the existing
 * operators that changed.
 */
export const importOperators = Effect.fnUntraced(function* (
  step: Import,
  organizationId: OrganizationId,
  venueIds: ReadonlyMap<string, VenueId>,
  workspaces: ReadonlyMap<string, ImportedWorkspace>,
  operators: NonNullable<Bootstrap["operators"]>
) {
  const { now, upsert, store } = step
  const rows = store.of("operators")
  const members = store.of("teamMembers")
  const teamsOfFile = new Map([...workspaces.values()].flatMap(({ teamIds }) => [...teamIds]))
  const teamIdsOfFile = new Set(teamsOfFile.values())
  const changed: Array<OperatorId> = []
  // Whatever their order in the file: a change of a teammate locks the calling operator too.
  if (operators.length > 0) yield* rows.lock({ organizationId }, ["id"])
  for (const [index, { subject: identitySubject, teams, venues, ...fields }] of operators.entries()) {
    const wanted = { ...fields, ...reachOf(venues, venueIds) }
    const found = Option.getOrUndefined(yield* rows.find({ organizationId, identitySubject }))
    const current =
      found === undefined
        ? []
        : (yield* members.list({ operatorId: found.id }, { by: ["teamId"] })).flatMap(({ teamId }) =>
            teamIdsOfFile.has(teamId) ? [teamId] : []
          )
    const teamIds =
      teams === undefined ? current : ascending(new Set(teams.flatMap((team) => teamsOfFile.get(team) ?? [])))
    const imported = yield* upsert({
      kind: "operator",
      table: "operators",
      path: `operators[${index}]`,
      key: identitySubject,
      found: Option.map(Option.fromUndefinedOr(found), (row) => ({ ...row, teamIds: current })),
      wanted: { ...wanted, teamIds },
      insert: Effect.map(
        rows.insertNumbered({
          role: "operator",
          permissions: [],
          status: "active",
          updatedAt: now,
          ...everyVenue,
          ...wanted,
          organizationId,
          identitySubject,
          isStaff: false,
          globalScope: false
        }),
        (row) => ({ ...row, teamIds })
      ),
      // The row is written even if only its teams differ: a hand-off to the operator holds a share lock on it.
      update: () =>
        Effect.map(rows.update({ organizationId, identitySubject }, { ...wanted, updatedAt: now }), (updated) =>
          updated.map((row) => ({ ...row, teamIds }))
        )
    })
    yield* Effect.orDie(joinTeams(step, imported.id, current, teamIds))
    if (found !== undefined && changedFields({ ...found, teamIds: current }, { ...wanted, teamIds }) !== undefined) {
      changed.push(imported.id)
    }
  }
  return changed
})

/**
 * An operator, and the Actions that they may still own: none if deactivated or without a permission, none of a team that
 * they are not in (DOMAIN 3.1, A11).
 */
export const operatorKeeper = Effect.fnUntraced(function* (
  { store }: Import,
  organizationId: OrganizationId,
  operatorId: OperatorId
) {
  const operator = Option.getOrUndefined(yield* store.of("operators").find({ organizationId, id: operatorId }))
  const memberships = yield* store.of("teamMembers").list({ operatorId }, { by: ["teamId"] })
  const teamIds = memberships.map(({ teamId }) => teamId)
  return {
    owner: { kind: "operator", id: operatorId },
    keeps: (action) => operator === undefined || mayOwn({ ...operator, teamIds }, action)
  } satisfies Keeper
})
