import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { reachesVenue } from "../access/Reach.ts"
import { touchVenuesWithin } from "../access/TouchedVenues.ts"
import { audit } from "../audit/audit.ts"
import { findVenues } from "../venues/findVenues.ts"
import { listProgramVenues } from "./readPrograms.ts"
import { lockProgram, saveProgram } from "./lockProgram.ts"
import { Programs } from "./Programs.ts"

/**
 * Replaces the participating venues of a program within the caller's reach; the others stay (DOMAIN 1.7). A venue that
 * already takes part keeps its `joinedAt`. Replaying the response requires reach over the venues before and after.
 */
export const replaceProgramVenues = Effect.fnUntraced(function* (programId: string, venueIds: ReadonlyArray<string>) {
  const { reach } = yield* PartnerCaller
  const programs = yield* Programs
  const program = yield* lockProgram(programId)
  const { id, organizationId, xid } = program
  const key = { organizationId, programId: id }
  const requested = yield* findVenues({ ...reach, organizationIds: [organizationId] }, venueIds, "venueIds")
  const current = (yield* programs.listVenues(key))
    .map(({ propertyId }) => propertyId)
    .filter((propertyId) => reachesVenue(reach, organizationId, propertyId))
  yield* touchVenuesWithin(reach, organizationId, [...current, ...requested])
  const added = requested.filter((venueId) => !current.includes(venueId))
  const removed = current.filter((venueId) => !requested.includes(venueId))
  const before = yield* listProgramVenues(programId)
  if (added.length + removed.length === 0) return before
  const joinedAt = yield* saveProgram(program)
  for (const propertyId of removed) yield* programs.removeVenue({ ...key, propertyId })
  for (const propertyId of added) yield* programs.insertVenue({ ...key, propertyId, joinedAt })
  const after = yield* listProgramVenues(programId)
  const idsIn = ({ items }: typeof before) => ({ venueIds: items.map((venue) => venue.id) })
  yield* audit({
    organizationId,
    action: "program.venues_changed",
    subject: `program:${xid}`,
    before: idsIn(before),
    after: idsIn(after)
  })
  return after
})
