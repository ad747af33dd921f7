import { Effect, Schema } from "effect"
import { Environment } from "../shared/Scalars.ts"
import { ReachableVenue } from "../venues/ReachableVenue.ts"
import { Venues } from "../venues/Venues.ts"
import { PartnerCaller } from "./PartnerCaller.ts"
import { partnerScopes } from "./partnerScopes.ts"

/** What a partner credential gives access to (PAR-015). Ids are external. */
export const PartnerScopeView = Schema.Struct({
  organization: Schema.NullOr(
    Schema.Struct({
      id: Schema.NonEmptyString.annotateKey({ description: "External id of the organization" }),
      name: Schema.String.annotateKey({ description: "Name of the organization" }),
      slug: Schema.String.annotateKey({ description: "URL slug of the organization" })
    })
  ).annotate({ description: "Null for global staff without a target organization, and for operators without one" }),
  venues: Schema.Array(ReachableVenue).annotateKey({ description: "The venues within reach, by name then id" }),
  allVenues: Schema.Boolean.annotate({ description: "Whether venues added later are within reach as well" }),
  scopes: Schema.Array(Schema.String).annotateKey({ description: "The scopes that the credential holds" }),
  authLevel: Schema.Literals(["partner", "admin", "operator"]).annotateKey({
    description: "Kind of credential: a partner key, an admin key or an operator"
  }),
  environment: Environment.pick(["production", "sandbox"]).annotateKey({
    description: "Environment of the credential and its data; a development deployment is a sandbox"
  }),
  emulation: Schema.NullOr(
    Schema.Struct({
      organizationId: Schema.String.annotateKey({ description: "External id of the emulated organization" }),
      propertyIds: Schema.NullOr(Schema.Array(Schema.String)).annotateKey({
        description: "Document ids of the venues that the view is narrowed to; null for all of them"
      })
    })
  ).annotateKey({ description: "The view that staff emulate through headers; null if none" })
}).annotate({ identifier: "PartnerScope" })
export interface PartnerScopeView extends Schema.Schema.Type<typeof PartnerScopeView> {}

/** The caller's organization, the venues within its reach by name then id, and its scopes (PAR-014, PAR-015). */
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
    environment: environment === "production" ? "production" : "sandbox",
    emulation
  }
  return view
})
