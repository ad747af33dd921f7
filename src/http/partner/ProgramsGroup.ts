import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EarningRulesView, NewEarningRules } from "../../domain/programs/EarningRulesView.ts"
import { ProgramStatus } from "../../domain/programs/Program.ts"
import { programFields } from "../../domain/programs/ProgramSettings.ts"
import { ParticipatingVenue, ProgramDetails, ProgramView } from "../../domain/programs/ProgramView.ts"
import { VenueIds } from "../../domain/properties/VenueIds.ts"
import { characters } from "../../domain/shared/characters.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { StaleVersion, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { atLeastOneField } from "../surface/schemas/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/schemas/offsetPaging.ts"
import { orNoBody } from "../surface/schemas/orNoBody.ts"
import { QueryList } from "../surface/schemas/QueryList.ts"
import { versioned } from "../surface/schemas/versioned.ts"
import { expectedVersion } from "./expectedVersion.ts"
import { insufficientReach } from "./insufficientReach.ts"
import { namePart, programId } from "./parameters.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { conditionalWrite, read, write } from "./verbs.ts"

const reading = { scopes: ["partner:loyalty:programs:read"] } as const
const writing = { scopes: ["partner:loyalty:programs:write"] } as const

const stateConflict = partnerFailure(StateConflict)

const ProgramPage = Schema.Struct(offsetPage(ProgramView)).annotate({ identifier: "ProgramPage" })

const ProgramsQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(ProgramStatus)).pipe(
    Schema.annotateEncoded({ description: "Only programs in these statuses" })
  ),
  q: namePart
})

const { currencyName, description, name, pointsExpiryMonths } = programFields

const NewProgram = Schema.Struct({
  name,
  description: Schema.optionalKey(description),
  currencyName: Schema.optionalKey(currencyName).annotateKey({
    description: "Name of its points; `points` by default"
  }),
  pointsExpiryMonths: Schema.optionalKey(pointsExpiryMonths).annotateKey({
    description: "Months for which earned points are valid; 24 by default"
  })
})

const ProgramChanges = Schema.Struct({
  name: Schema.optionalKey(name),
  description: Schema.optionalKey(description),
  currencyName: Schema.optionalKey(currencyName),
  pointsExpiryMonths: Schema.optionalKey(pointsExpiryMonths),
  expectedVersion
}).check(atLeastOneField)

const Archiving = Schema.Struct({
  reason: Schema.optionalKey(Schema.String.check(characters(1, 500))).annotateKey({
    description: "Reason, stored in the audit log"
  })
})

const VenueReplacement = Schema.Struct({
  venueIds: VenueIds.annotateKey({
    description: "Document ids of the venues, each within your reach; they replace the current venues within it"
  })
})

const ParticipatingVenues = Schema.Struct({
  items: Schema.Array(ParticipatingVenue).annotateKey({ description: "Venues, ordered by name, then id" })
}).annotate({ identifier: "ParticipatingVenues" })

const path = "/loyalty/programs"

const params = { programId }

/** Loyalty programs, their venues and earning rules (DOMAIN 4, 8.3). */
export class ProgramsGroup extends HttpApiGroup.make("programs")
  .add(
    read.get("listPrograms", path, {
      ...reading,
      query: ProgramsQuery,
      success: ProgramPage,
      summary: "List loyalty programs",
      description:
        "Ordered by name, then id. Programs belong to the whole organization, so you see them regardless of your " +
        "venues."
    }),
    write.post("createProgram", path, {
      ...writing,
      versioned: true,
      payload: NewProgram,
      success: versioned(ProgramView.pipe(HttpApiSchema.status(201))),
      errors: [insufficientReach],
      summary: "Create a loyalty program",
      description: "Creates a draft without tiers or venues. Members can be enrolled once it is active."
    }),
    read.get("getProgram", `${path}/:programId`, {
      ...reading,
      versioned: true,
      params,
      success: versioned(ProgramDetails),
      summary: "Get a loyalty program",
      description: "Includes its tiers, lowest first."
    }),
    conditionalWrite.patch("changeProgram", `${path}/:programId`, {
      ...writing,
      versioned: true,
      params,
      payload: ProgramChanges,
      success: versioned(ProgramView),
      errors: [insufficientReach, partnerFailure(StaleVersion)],
      summary: "Change a loyalty program",
      description: [
        "Allowed in any status; absent fields are left unchanged. With `expectedVersion` or `If-Match`, the change is",
        "refused if the program, its tiers or its venues have changed since; `details.currentVersion` is the current",
        "version."
      ].join(" ")
    }),
    write.post("activateProgram", `${path}/:programId/activate`, {
      ...writing,
      versioned: true,
      params,
      success: versioned(ProgramView),
      errors: [insufficientReach, stateConflict],
      summary: "Activate a loyalty program",
      description: [
        "Moves a draft or archived program to active. Requires at least one tier; otherwise `details.reason` is",
        "`tier_required`."
      ].join(" ")
    }),
    write.post("archiveProgram", `${path}/:programId/archive`, {
      ...writing,
      versioned: true,
      params,
      payload: orNoBody(Archiving, {}),
      success: versioned(ProgramView),
      errors: [insufficientReach, stateConflict],
      summary: "Archive a loyalty program",
      description: "Moves an active program to archived: enrolment stops, and members keep their tiers and points."
    }),
    read.get("listProgramVenues", `${path}/:programId/venues`, {
      ...reading,
      params,
      success: ParticipatingVenues,
      summary: "List the venues of a loyalty program",
      description: "Returns venues within your reach. Participation does not determine where points are earned."
    }),
    write.put("replaceProgramVenues", `${path}/:programId/venues`, {
      ...writing,
      params,
      payload: VenueReplacement,
      success: ParticipatingVenues,
      summary: "Replace the venues of a loyalty program",
      description: [
        "Replaces the venues within your reach; venues outside it are kept and not returned. A venue that already",
        "participates keeps its join time."
      ].join(" ")
    }),
    read.get("getEarningRules", `${path}/:programId/earning-rules`, {
      ...reading,
      params,
      success: EarningRulesView,
      summary: "Get the earning rules of a loyalty program",
      description:
        "Returns the rules for stays that check in today (UTC). Rules with a later `effectiveFrom` are returned from " +
        "that date on."
    }),
    write.put("replaceEarningRules", `${path}/:programId/earning-rules`, {
      ...writing,
      params,
      payload: NewEarningRules,
      success: EarningRulesView,
      errors: [insufficientReach, partnerFailure(FieldInvalid)],
      summary: "Replace the earning rules of a loyalty program",
      description: [
        "Adds a version. The newest version for a stay's check-in date applies, so these rules replace all others from",
        "`effectiveFrom` on. A finalised stay keeps its points."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Programs", description: "Loyalty programs, their venues and earning rules" })
  ) {}
