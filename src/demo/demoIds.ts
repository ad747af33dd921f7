import { Record } from "effect"
import { actionPlan } from "./actionPlan.ts"
import { actionXid } from "./demoActions.ts"
import { arrivalXid } from "./demoArrivals.ts"
import { brandDocumentId, brandNames } from "./demoBrands.ts"
import { guestIds, guestXid } from "./demoGuests.ts"
import { memberIds, memberXid } from "./demoMembers.ts"
import { organizationIds, organizationXid } from "./demoOrganizations.ts"
import { legacy, legacyDocumentId } from "./demoReservations.ts"
import { teamIds, workspaces } from "./demoWorkspaces.ts"
import { stays } from "./stays.ts"
import { venueDocumentId, venues } from "./venues.ts"

const arriving = stays.filter((fact) => fact.task !== undefined)

/** Fixture name to external id; `properties` alone are the internal numbers that the public surface shows (PUB-002). */
export const demoIds = {
  organizations: Record.map(organizationIds, (_, name) => organizationXid(name)),
  brands: Record.fromIterableWith(brandNames, (name) => [name, brandDocumentId(name)]),
  venues: Record.map(venues, (_, name) => venueDocumentId(name)),
  workspaces: Record.map(workspaces, (_, name): string => name),
  teams: Record.map(teamIds, (_, name): string => name),
  members: Record.map(memberIds, (_, name) => memberXid(name)),
  guests: Record.map(guestIds, (_, name) => guestXid(name)),
  actions: Record.fromIterableWith(actionPlan, ({ name }) => [name, actionXid(name)]),
  arrivals: Record.fromIterableWith(arriving, ({ name }) => [name, arrivalXid(name)]),
  reservations: Record.fromIterableWith(stays, (fact) => [fact.name, fact.externalId]),
  legacyReservations: Record.map(legacy, (_, name) => legacyDocumentId(name)),
  properties: Record.map(venues, (venue) => venue.id)
}
