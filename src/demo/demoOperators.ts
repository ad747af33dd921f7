import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { OperatorId } from "../domain/operators/Operator.ts"
import {
  guestsRead,
  type OperatorPermission,
  operatorPermissions,
  organizationsManage
} from "../domain/operators/operatorPermissions.ts"
import type { DemoClock } from "./DemoClock.ts"
import { type OrganizationName, organizationIds } from "./demoOrganizations.ts"
import { type TeamName, teamIds } from "./demoWorkspaces.ts"
import { type VenueName, venues } from "./venues.ts"

interface OperatorFact {
  readonly id: number
  readonly organization: OrganizationName | null
  readonly title: string
  readonly role?: string
  readonly staff?: boolean
  readonly reach?: ReadonlyArray<VenueName>
  readonly deactivated?: boolean
  readonly permissions?: ReadonlyArray<OperatorPermission>
  readonly teams?: ReadonlyArray<TeamName>
}

/**
 * `a`, `noorg`, `staff`, `v1` and `v12` have tokens for the Partner API in the manifest. `a` and `b` reach every venue
 * of their organization, `newcomer` none, the others the venues in their names. From `read` on they have tokens to sign
 * in to the operator routes, with the permissions in their names; `manage_b` belongs to B, and `no_workspace` to an
 * organization without a workspace.
 */
const facts = {
  a: { id: 501, organization: "A", title: "One", role: "manager" },
  noorg: { id: 502, organization: null, title: "Two" },
  staff: { id: 503, organization: null, title: "Three", staff: true, role: "support" },
  v1: { id: 504, organization: "A", title: "Four", reach: ["V1"], role: "front_desk" },
  deactivated: { id: 505, organization: "A", title: "Five", deactivated: true },
  b: { id: 506, organization: "B", title: "Six", role: "manager" },
  v12: { id: 507, organization: "A", title: "Seven", reach: ["V1", "V2"], role: "front_desk" },
  v2: { id: 508, organization: "A", title: "Eight", reach: ["V2"], role: "concierge" },
  v3: { id: 509, organization: "A", title: "Nine", reach: ["V3"], role: "front_desk" },
  newcomer: { id: 510, organization: "A", title: "Ten", reach: [], role: "front_desk" },
  w1: { id: 511, organization: "B", title: "Eleven", reach: ["W1"], role: "front_desk" },
  read: { id: 512, organization: "A", title: "Twelve", permissions: [guestsRead] },
  manage: { id: 513, organization: "A", title: "Thirteen", permissions: operatorPermissions },
  manage2: { id: 514, organization: "A", title: "Fourteen", permissions: operatorPermissions },
  team: { id: 515, organization: "A", title: "Fifteen", permissions: operatorPermissions, teams: ["team-night"] },
  manage_only: { id: 516, organization: "A", title: "Sixteen", permissions: [organizationsManage] },
  none: { id: 517, organization: "A", title: "Seventeen" },
  manage_b: { id: 518, organization: "B", title: "Eighteen", permissions: operatorPermissions },
  no_workspace: { id: 519, organization: "D", title: "Nineteen", permissions: operatorPermissions }
} as const satisfies Readonly<Record<string, OperatorFact>>

export type OperatorName = keyof typeof facts

/** Internal id of an operator. */
export const operatorId = (name: OperatorName) => OperatorId.make(facts[name].id)

/** `sub` of an operator's tokens, which also identifies the operator in events and as owner. */
export const operatorSubject = (name: OperatorName) => `demo-operator-${name}`

/** Display name of an operator. */
export const operatorTitle = (name: OperatorName) => `Operator ${facts[name].title}`

/** External ids of teammates: all operators except platform staff and those without an organization. */
export const teammateIds = Record.fromEntries(
  Record.toEntries<OperatorName, OperatorFact>(facts).flatMap(([name, { organization }]) =>
    organization === null ? [] : [[name, operatorSubject(name)] as const]
  )
)

export const demoOperators = (clock: DemoClock): Pick<Dataset, "operators" | "operatorSessions" | "teamMembers"> => ({
  operatorSessions: [],
  teamMembers: Record.toEntries<OperatorName, OperatorFact>(facts).flatMap(([name, { teams = [] }]) =>
    teams.map((team) => ({ teamId: teamIds[team], operatorId: operatorId(name) }))
  ),
  operators: Record.toEntries<OperatorName, OperatorFact>(facts).map(([name, fact]) => ({
    id: operatorId(name),
    organizationId: fact.organization === null ? null : organizationIds[fact.organization],
    identitySubject: operatorSubject(name),
    name: operatorTitle(name),
    email: `operator-${name}@example.com`,
    role: fact.role ?? "operator",
    isStaff: fact.staff === true,
    globalScope: fact.staff === true,
    allVenues: fact.reach === undefined && (fact.organization !== null || fact.staff === true),
    venueIds: (fact.reach ?? []).map((venue) => venues[venue].id),
    permissions: fact.permissions ?? [],
    status: fact.deactivated === true ? "deactivated" : "active",
    updatedAt: clock.ago({ days: 30 })
  }))
})
