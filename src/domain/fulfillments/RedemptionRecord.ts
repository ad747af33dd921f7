import { Schema } from "effect"
import { OrganizationId } from "../organizations/Organization.ts"
import { VenueId } from "../properties/Property.ts"
import { FulfillmentId } from "./Fulfillment.ts"
import { FulfillmentStatus } from "./FulfillmentStatus.ts"

/** The actor at the desk: a key by its external id or an operator by their subject. */
export const DeskActor = Schema.Struct({
  kind: Schema.Literals(["key", "operator"]).annotateKey({ description: "A system with a key, or a person" }),
  id: Schema.NonEmptyString.annotateKey({ description: "External id of the key, or subject of the operator" }),
  name: Schema.NonEmptyString.annotateKey({ description: "Name of the key or the operator" })
})
export type DeskActor = typeof DeskActor.Type

/** A desk's action on a claim (PAR-026, A-94). Other transitions write none. Append-only. */
export const RedemptionRecord = Schema.Struct({
  id: Schema.String,
  fulfillmentId: FulfillmentId,
  organizationId: OrganizationId,
  propertyId: Schema.NullOr(VenueId),
  action: Schema.Literals(["approve", "reject", "fulfill", "modify"]),
  actor: DeskActor,
  fromStatus: FulfillmentStatus,
  toStatus: FulfillmentStatus,
  reason: Schema.NullOr(Schema.String),
  note: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc
})
export type RedemptionRecord = typeof RedemptionRecord.Type
