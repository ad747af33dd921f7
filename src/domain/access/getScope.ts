import { Effect, Schema } from "effect"
import { Environment } from "../shared/Scalars.ts"
import { ReachableVenue } from "../venues/ReachableVenue.ts"
import { Venues } from "../venues/Venues.ts"
import { PartnerCaller } from "./PartnerCaller.ts"
import { partnerScopes } from "./partnerScopes.ts"

/** What a partner credential gives access to (PAR-015). Ids are external. */
export const PartnerScopeView = Schema.Struct({
  organization: Schema.NullOr(
    Schema.Struct({ id: Schema.NonEmptyString, name: Schema.String, slug: Schema.String })
  ).annotate({ description: "Null for global staff that target no organization, and for operators without one" }),
  venues: Schema.Array(ReachableVenue),
  allVenues: Schema.Boolean.annotate({ description: "Whether venues added later are within reach as well" }),
  scopes: Schema.Array(Schema.String),
  authLevel: Schema.Literals(["partner", "admin", "operator"]),
  environment: Environment,
  emulation: Schema.NullOr(
    Schema.Struct({ organizationId: Schema.String, propertyIds: Schema.NullOr(Schema.Array(Schema.String)) })
  )
}).annotate({ identifier: "PartnerScope" })
export interface PartnerScopeView extends Schema.Schema.Type<typeof PartnerScopeView> {}

/** The caller's organization, the venues within its reach by name then id, and its scopes (PAR-014). */
export const getScope = Effect.fnUntraced(function* () {
  const { authLevel, emulation, environment, organization, permissions, reach } = yield* PartnerCaller
  const venues = yield* Venues.use(({ list }) => list(reach))
  const view: PartnerScopeView = {
    organization:
      organization === null ? null : { id: organization.xid, name: organization.name, slug: organization.slug },
    venues,
    allVenues: reach.venueIds === "all",
    scopes: partnerScopes.filter((scope) => permissions.has(scope)),
    authLevel,
    environment,
    emulation
  }
  return view
})
