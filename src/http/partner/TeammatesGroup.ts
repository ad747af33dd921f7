import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { VenueIds } from "../../domain/properties/VenueIds.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { Teammate } from "../../domain/teammates/Teammate.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { PathText } from "../surface/schemas/PathText.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { venueId } from "./parameters.ts"
import { read, write } from "./verbs.ts"

const TeammatePage = Schema.Struct(offsetPage(Teammate)).annotate({ identifier: "TeammatePage" })

const TeammatesQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: "Part of the name or email address, matched literally; ignores case and accents"
  }),
  venueId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Only teammates with access to this venue; must be within reach"
  })
})

const VenueReplacement = Schema.Struct({
  allVenues: Schema.optionalKey(Schema.Boolean).annotateKey({
    description:
      "true grants access to every venue of the organization, instead of `venueIds`; requires access to all venues"
  }),
  venueIds: Schema.optionalKey(VenueIds).annotateKey({
    description: "Document ids of the venues, each within your reach; they replace the current venues within it"
  })
}).check(
  Schema.makeFilter(({ allVenues = false, venueIds }) =>
    allVenues === (venueIds === undefined)
      ? undefined
      : { path: ["venueIds"], issue: "is required unless `allVenues` is true, and not allowed with it" }
  )
)

const OneVenue = Schema.Struct({
  venueId: ExternalId.annotateKey({ description: "Document id of the venue" })
})

const teammateId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the teammate" }))

export class TeammatesGroup extends HttpApiGroup.make("teammates")
  .add(
    read.get("listTeammates", "/access/teammates", {
      scopes: ["partner:access:read"],
      query: TeammatesQuery,
      success: TeammatePage,
      summary: "List teammates and their venues",
      description: [
        "Lists active operators of the organization with access to at least one venue within your reach, ordered by",
        "name, then id. Credentials that reach all venues also see operators without any venue."
      ].join(" ")
    }),
    read.get("getTeammate", "/access/teammates/:teammateId", {
      scopes: ["partner:access:read"],
      params: { teammateId },
      success: Teammate,
      summary: "Get a teammate",
      description: "Venues outside your reach are omitted."
    }),
    write.put("replaceTeammateVenues", "/access/teammates/:teammateId/venues", {
      scopes: ["partner:access:write"],
      params: { teammateId },
      payload: VenueReplacement,
      success: Teammate,
      errors: [insufficientReach],
      summary: "Replace a teammate's venues",
      description: [
        "Replaces the venues within your reach; venues outside it are kept and not returned. Setting `allVenues`, or",
        "changing a teammate who has it, requires access to all venues. The change applies from the teammate's next",
        "request. A teammate left without a venue within your reach is returned here one last time and is then not",
        "found."
      ].join(" ")
    }),
    write.post("addTeammateVenue", "/access/teammates/:teammateId/venues", {
      scopes: ["partner:access:write"],
      params: { teammateId },
      payload: OneVenue,
      success: Teammate,
      errors: [insufficientReach],
      summary: "Add a venue to a teammate",
      description: "Changes nothing if the teammate already has access to it."
    }),
    write.delete("removeTeammateVenue", "/access/teammates/:teammateId/venues/:venueId", {
      scopes: ["partner:access:write"],
      params: { teammateId, venueId },
      success: Teammate,
      errors: [insufficientReach],
      summary: "Remove a venue from a teammate",
      description: [
        "Changes nothing if the teammate has no access to it. For a teammate with `allVenues`, access becomes a list",
        "of the organization's other current venues. A teammate left without a venue within your reach is returned",
        "here one last time and is then not found."
      ].join(" ")
    }),
    read.get("listVenueTeammates", "/access/venues/:venueId/teammates", {
      scopes: ["partner:access:read"],
      params: { venueId },
      query: Schema.Struct(offsetQuery(25)),
      success: TeammatePage,
      summary: "List the teammates of a venue",
      description: "Ordered by name, then id."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Teammates", description: "The organization's operators and their venue access" })
  ) {}
