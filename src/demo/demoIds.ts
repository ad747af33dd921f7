import { Record } from "effect"
import { actionPlan } from "./actionPlan.ts"
import { actionXid } from "./demoActions.ts"
import { arrivalXid } from "./demoArrivals.ts"
import { brandDocumentId, brandNames } from "./demoBrands.ts"
import { guestNames, guestXid } from "./demoGuests.ts"
import { memberNames, memberXid } from "./demoMembers.ts"
import { organizationNames, organizationXid } from "./demoOrganizations.ts"
import { legacyDocumentId, legacyNames } from "./demoReservations.ts"
import { teamNames, workspaceNames } from "./demoWorkspaces.ts"
import { stays } from "./stays.ts"
import { venueDocumentId, venueNames, venues } from "./venues.ts"

const byName = <Name extends string>(names: ReadonlyArray<Name>, id: (name: Name) => string) =>
  Record.fromIterableWith(names, (name) => [name, id(name)])

const arriving = stays.filter((fact) => fact.task !== undefined).map((fact) => fact.name)

/** Fixture name to external id; `properties` alone are the internal numbers that the public surface shows (PUB-002). */
export const demoIds = {
  organizations: byName(organizationNames, organizationXid),
  brands: byName(brandNames, brandDocumentId),
  venues: byName(venueNames, venueDocumentId),
  workspaces: byName(workspaceNames, (name) => name),
  teams: byName(teamNames, (name) => name),
  members: byName(memberNames, memberXid),
  guests: byName(guestNames, guestXid),
  actions: byName(
    actionPlan.map((fact) => fact.name),
    actionXid
  ),
  arrivals: byName(arriving, arrivalXid),
  reservations: Record.fromIterableWith(stays, (fact) => [fact.name, fact.externalId]),
  legacyReservations: byName(legacyNames, legacyDocumentId),
  properties: Record.map(venues, (venue) => venue.id)
}
