import { Record } from "effect"
import { IntegrationId } from "../domain/access/ApiKey.ts"
import { messagingPermissions } from "../domain/access/hubPermissions.ts"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import type { DemoClock } from "./DemoClock.ts"
import { type OrganizationName, organizationIds } from "./demoOrganizations.ts"
import { type TeamName, teamIds, type WorkspaceName, workspaces } from "./demoWorkspaces.ts"
import { seeded } from "./seeded.ts"

interface IntegrationFact {
  readonly name: string
  readonly organization: OrganizationName
  readonly origin: "settings" | "widget"
  readonly grants: ReadonlyArray<GrantFact>
}

interface GrantFact {
  readonly workspace: WorkspaceName
  readonly permissions: ReadonlyArray<string>
  readonly audienceWorkspace: boolean
  readonly teams: ReadonlyArray<TeamName>
  readonly active: boolean
}

const grant = (workspace: WorkspaceName, change: Partial<GrantFact> = {}): GrantFact => ({
  workspace,
  permissions: messagingPermissions,
  audienceWorkspace: true,
  teams: [],
  active: true,
  ...change
})

const integration = (organization: OrganizationName, name: string, ...grants: ReadonlyArray<GrantFact>) => ({
  organization,
  name,
  origin: name === "Widget" ? ("widget" as const) : ("settings" as const),
  grants
})

/** Fixture name to internal id. */
export const integrationIds = Record.map(
  {
    main: 201,
    other: 202,
    team: 203,
    widget: 204,
    grantOff: 205,
    brands: 206,
    narrow: 207,
    night: 208,
    twoWorkspaces: 209,
    organizationB: 211,
    organizationC: 221,
    organizationD: 231,
    organizationE: 241
  },
  (id) => IntegrationId.make(id)
)

export type IntegrationName = keyof typeof integrationIds

const facts: { readonly [Name in IntegrationName]: IntegrationFact } = {
  main: integration("A", "Main", grant("ws-a-main")),
  other: integration("A", "Other", grant("ws-a-main")),
  team: integration("A", "Team", grant("ws-a-main", { teams: ["team-night"] })),
  widget: integration("A", "Widget"),
  grantOff: integration("A", "Grant off", grant("ws-a-main", { active: false })),
  brands: integration("A", "Brands"),
  narrow: integration("A", "Narrow", grant("ws-a-main", { permissions: ["hub:api:threads:read"] })),
  night: integration("A", "Night", grant("ws-a-main", { audienceWorkspace: false, teams: ["team-night"] })),
  twoWorkspaces: integration("A", "Two workspaces", grant("ws-a-main"), grant("ws-a-second")),
  organizationB: integration("B", "Main of B", grant("ws-b-main")),
  organizationC: integration("C", "Main of C", grant("ws-c-main")),
  organizationD: integration("D", "Main of D"),
  organizationE: integration("E", "Main of E", grant("ws-e-main"))
}

const integrationNames: ReadonlyArray<IntegrationName> = Record.keys(integrationIds)

/** The properties of an integration. */
export const integrationFact = (name: IntegrationName): IntegrationFact => facts[name]

/** The external id of an integration: the actor and owner that the API shows. */
export const integrationXid = (name: IntegrationName) => seeded.uuid("integration", name)

/** Name shown for an integration as owner or author. */
export const integrationTitle = (name: IntegrationName) => `Integration ${facts[name].name}`

export const demoIntegrations = (clock: DemoClock): Pick<Dataset, "integrations" | "messagingGrants"> => ({
  integrations: integrationNames.map((name) => ({
    id: integrationIds[name],
    organizationId: organizationIds[facts[name].organization],
    xid: integrationXid(name),
    name: integrationTitle(name),
    origin: facts[name].origin
  })),
  messagingGrants: integrationNames
    .flatMap((name) => facts[name].grants.map((fact) => ({ name, fact })))
    .map(({ name, fact }, index) => ({
      id: 421 + index,
      integrationId: integrationIds[name],
      workspaceId: workspaces[fact.workspace].id,
      permissions: fact.permissions,
      audienceWorkspace: fact.audienceWorkspace,
      audienceTeamIds: fact.teams.map((team) => teamIds[team]),
      active: fact.active,
      deactivatedAt: fact.active ? null : clock.ago({ days: 2 })
    }))
})
