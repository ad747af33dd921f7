import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { noRow } from "../shared/Scalars.ts"
import { type Property, VenueId } from "./Property.ts"

/** What perks and offers need of a venue. */
export const VenueSummary = Schema.Struct({
  id: VenueId,
  organizationId: OrganizationId,
  documentId: Schema.String,
  name: Schema.String,
  timezone: Schema.String
})
export type VenueSummary = typeof VenueSummary.Type

export const summaryOf = ({ documentId, id, name, organizationId, timezone }: Property): VenueSummary => ({
  id,
  organizationId,
  documentId,
  name,
  timezone
})

/** A placeholder for an unknown venue: no perk and no offer is of it, as of a venue of another organization. */
export const unknownVenue = (documentId: string): VenueSummary => ({
  id: VenueId.make(noRow),
  organizationId: OrganizationId.make(noRow),
  documentId,
  name: documentId,
  timezone: "UTC"
})
