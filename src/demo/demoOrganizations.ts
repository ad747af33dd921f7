import { Record } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { OrganizationId } from "../domain/organizations/Organization.ts"
import type { DemoClock } from "./DemoClock.ts"
import { seeded } from "./seeded.ts"

/**
 * Fixture name to internal id. C owns nothing, D has 30 brands, messaging is not activated for E, F has the many
 * properties for searches.
 */
export const organizationIds = Record.map({ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6 }, (id) => OrganizationId.make(id))

export type OrganizationName = keyof typeof organizationIds

const organizationNames: ReadonlyArray<OrganizationName> = ["A", "B", "C", "D", "E", "F"]

/** The external id of an organization. */
export const organizationXid = (name: OrganizationName) => seeded.uuid("organization", name)

/** The identity provider's id of an organization, which is not its external id. */
export const identityOrganizationId = (name: OrganizationName) => `org_${name.toLowerCase()}`

export const demoOrganizations = (clock: DemoClock): Pick<Dataset, "organizations" | "organizationIdentities"> => ({
  organizations: organizationNames.map((name) => ({
    id: organizationIds[name],
    xid: organizationXid(name),
    name: `Organization ${name}`,
    slug: `organization-${name.toLowerCase()}`,
    status: "active",
    messagingActivatedAt: name === "E" ? null : clock.ago({ days: 60 })
  })),
  organizationIdentities: organizationNames.map((name) => ({
    provider: "development",
    providerOrgId: identityOrganizationId(name),
    organizationId: organizationIds[name]
  }))
})
