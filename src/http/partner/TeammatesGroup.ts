import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { Teammate } from "../../domain/teammates/Teammate.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { PathText } from "../surface/PathText.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { read, write } from "./verbs.ts"

/** The most venues that a teammate is given one by one; beyond them it is all venues. */
const mostVenues = 1000

const TeammatePage = Schema.Struct(offsetPage(Teammate)).annotate({ identifier: "TeammatePage" })

const TeammatesQuery = Schema.Struct({
  ...offsetQuery(25),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: "Part of the name or of the e-mail address, without regard to case and accents, otherwise literal"
  }),
  venueId: Schema.optionalKey(ExternalId).annotateKey({
    description: "Only teammates who reach this venue, which must be within reach"
  })
})

const WantedVenues = Schema.Struct({
  allVenues: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "true: every venue of the organization, without `venueIds`; only for callers with all venues"
  }),
  venueIds: Schema.optionalKey(Schema.Array(ExternalId).check(Schema.isMaxLength(mostVenues))).annotateKey({
    description: "Document ids of the venues to reach, each within your own reach; they replace those within it"
  })
}).check(
  Schema.makeFilter(({ allVenues = false, venueIds }) =>
    allVenues === (venueIds === undefined)
      ? undefined
      : { path: ["venueIds"], issue: "must be there unless `allVenues` is true, and not with it" }
  )
)

const OneVenue = Schema.Struct({
  venueId: ExternalId.annotateKey({ description: "Document id of the venue" })
})

const teammateId = PathText.pipe(Schema.annotateEncoded({ description: "Id of the teammate" }))
const venueId = PathText.pipe(Schema.annotateEncoded({ description: "Document id of the venue" }))

const errors = [partnerFailure(InsufficientReach)]

export class TeammatesGroup extends HttpApiGroup.make("teammates")
  .add(
    read.get("listTeammates", "/access/teammates", {
      scopes: ["partner:access:read"],
      query: TeammatesQuery,
      success: TeammatePage,
      summary: "List teammates and the venues they reach",
      description: [
        "The active operators of the organization who reach at least one venue within your own reach, by name, then id;",
        "with all venues within reach, also those who reach none yet."
      ].join(" ")
    }),
    read.get("getTeammate", "/access/teammates/:teammateId", {
      scopes: ["partner:access:read"],
      params: { teammateId },
      success: Teammate,
      summary: "Get a teammate",
      description: "The venues outside your own reach are not shown."
    }),
    write.put("replaceTeammateVenues", "/access/teammates/:teammateId/venues", {
      scopes: ["partner:access:write"],
      params: { teammateId },
      payload: WantedVenues,
      success: Teammate,
      errors,
      summary: "Replace the venues that a teammate reaches",
      description: [
        "Replaces those within your own reach; venues outside it stay and are not shown. `allVenues`, and a teammate",
        "who has it, are for callers with all venues. It holds from the teammate's next request on. A teammate who is",
        "left without a venue within your reach is answered once more, and is not found from then on."
      ].join(" ")
    }),
    write.post("addTeammateVenue", "/access/teammates/:teammateId/venues", {
      scopes: ["partner:access:write"],
      params: { teammateId },
      payload: OneVenue,
      success: Teammate,
      errors,
      summary: "Add a venue to those that a teammate reaches",
      description: "Changes nothing if the teammate reaches it already."
    }),
    write.delete("removeTeammateVenue", "/access/teammates/:teammateId/venues/:venueId", {
      scopes: ["partner:access:write"],
      params: { teammateId, venueId },
      success: Teammate,
      errors,
      summary: "Remove a venue from those that a teammate reaches",
      description: [
        "Changes nothing if the teammate does not reach it. A teammate with `allVenues` keeps the other venues that the",
        "organization has now, as a list. A teammate who is left without a venue within your reach is answered once",
        "more, and is not found from then on."
      ].join(" ")
    }),
    read.get("listVenueTeammates", "/access/venues/:venueId/teammates", {
      scopes: ["partner:access:read"],
      params: { venueId },
      query: Schema.Struct(offsetQuery(25)),
      success: TeammatePage,
      summary: "List who reaches a venue",
      description: "By name, then id."
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Teammates", description: "Which venues the people of the organization reach" })
  ) {}
