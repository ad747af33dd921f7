import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { InsufficientReach } from "../../domain/access/InsufficientReach.ts"
import { EarningRulesView, NewEarningRules } from "../../domain/programs/EarningRulesView.ts"
import { ProgramStatus } from "../../domain/programs/Program.ts"
import { programFields } from "../../domain/programs/ProgramSettings.ts"
import { ParticipatingVenue, ProgramDetails, ProgramView } from "../../domain/programs/ProgramView.ts"
import { characters } from "../../domain/shared/characters.ts"
import { ExternalId } from "../../domain/shared/ExternalId.ts"
import { FieldInvalid } from "../../domain/shared/FieldInvalid.ts"
import { PlainText } from "../../domain/shared/PlainText.ts"
import { StaleVersion, StateConflict } from "../../domain/shared/ResourceConflicts.ts"
import { atLeastOneField } from "../surface/atLeastOneField.ts"
import { offsetPage, offsetQuery } from "../surface/offsetPaging.ts"
import { orNoBody } from "../surface/orNoBody.ts"
import { PathText } from "../surface/PathText.ts"
import { QueryList } from "../surface/QueryList.ts"
import { versioned } from "../surface/versioned.ts"
import { expectedVersion } from "./expectedVersion.ts"
import { partnerFailure } from "./partnerFailure.ts"
import { conditionalWrite, read, write } from "./verbs.ts"

const reading = { scopes: ["partner:loyalty:programs:read"] } as const
const writing = { scopes: ["partner:loyalty:programs:write"] } as const

const insufficientReach = partnerFailure(InsufficientReach)
const stateConflict = partnerFailure(StateConflict)

const ProgramPage = Schema.Struct(offsetPage(ProgramView)).annotate({ identifier: "ProgramPage" })

const ProgramsQuery = Schema.Struct({
  ...offsetQuery(25),
  status: Schema.optionalKey(QueryList(ProgramStatus)).pipe(
    Schema.annotateEncoded({ description: "Only these statuses" })
  ),
  q: Schema.optionalKey(PlainText(100)).annotateKey({
    description: "Part of the name, without regard to case and accents, otherwise literal"
  })
})

const { currencyName, description, name, pointsExpiryMonths } = programFields

const NewProgram = Schema.Struct({
  name,
  description: Schema.optionalKey(description),
  currencyName: Schema.optionalKey(currencyName).annotateKey({
    description: "What its points are called; `points` unless said otherwise"
  }),
  pointsExpiryMonths: Schema.optionalKey(pointsExpiryMonths).annotateKey({
    description: "Months for which points are valid once earned; 24 unless said otherwise"
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
    description: "Kept in the audit log"
  })
})

/** The most venues that a request names. */
const mostVenues = 1000

const WantedVenues = Schema.Struct({
  venueIds: Schema.Array(ExternalId).check(Schema.isMaxLength(mostVenues)).annotateKey({
    description: "Document ids of the venues, each within your own reach; they replace those within it"
  })
})

const ParticipatingVenues = Schema.Struct({
  items: Schema.Array(ParticipatingVenue).annotateKey({ description: "The venues, by name, then id" })
}).annotate({ identifier: "ParticipatingVenues" })

const path = "/loyalty/programs"

const params = { programId: PathText.pipe(Schema.annotateEncoded({ description: "Id of the program" })) }

/** Loyalty programs, their venues and earning rules (DOMAIN 4, 8.3). */
export class ProgramsGroup extends HttpApiGroup.make("programs")
  .add(
    read.get("listPrograms", path, {
      ...reading,
      query: ProgramsQuery,
      success: ProgramPage,
      summary: "List loyalty programs",
      description: "By name, then id. Programs are of the whole organization: whatever venues you reach, you see them."
    }),
    write.post("createProgram", path, {
      ...writing,
      versioned: true,
      payload: NewProgram,
      success: versioned(ProgramView.pipe(HttpApiSchema.status(201))),
      errors: [insufficientReach],
      summary: "Create a loyalty program",
      description: "As a draft, without tiers and venues: it enrols members once it is active."
    }),
    read.get("getProgram", `${path}/:programId`, {
      ...reading,
      versioned: true,
      params,
      success: versioned(ProgramDetails),
      summary: "Get a loyalty program",
      description: "With its tiers, lowest first."
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
        "In any status; absent fields stay. With `expectedVersion` or `If-Match` it is refused once the program, its",
        "tiers or its venues have changed since: `details.currentVersion` says what it is now."
      ].join(" ")
    }),
    write.post("activateProgram", `${path}/:programId/activate`, {
      ...writing,
      versioned: true,
      params,
      success: versioned(ProgramView),
      errors: [insufficientReach, stateConflict],
      summary: "Open a loyalty program",
      description: [
        "From draft or archived to active, with at least one tier: without one `details.reason` is `tier_required`."
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
      description: "From active to archived: nobody enrols any more, and its members keep tiers and points."
    }),
    read.get("listProgramVenues", `${path}/:programId/venues`, {
      ...reading,
      params,
      success: ParticipatingVenues,
      summary: "List the venues of a loyalty program",
      description: "Those within your own reach. Which venues take part does not decide where points are earned."
    }),
    write.put("replaceProgramVenues", `${path}/:programId/venues`, {
      ...writing,
      params,
      payload: WantedVenues,
      success: ParticipatingVenues,
      summary: "Replace the venues of a loyalty program",
      description: [
        "Replaces those within your own reach; venues outside it stay and are not shown. A venue that takes part",
        "already keeps the time it joined."
      ].join(" ")
    }),
    read.get("getEarningRules", `${path}/:programId/earning-rules`, {
      ...reading,
      params,
      success: EarningRulesView,
      summary: "Get the earning rules of a loyalty program",
      description: "Those for stays that check in today (UTC). A version for later days is shown once its day has come."
    }),
    write.put("replaceEarningRules", `${path}/:programId/earning-rules`, {
      ...writing,
      params,
      payload: NewEarningRules,
      success: EarningRulesView,
      errors: [insufficientReach, partnerFailure(FieldInvalid)],
      summary: "Replace the earning rules of a loyalty program",
      description: [
        "Adds a version. A stay is judged by the newest version for its check-in date, so the rules replace those of",
        "every day from `effectiveFrom` on; a stay that is finalised keeps its points."
      ].join(" ")
    })
  )
  .annotateMerge(
    OpenApi.annotations({ title: "Programs", description: "Loyalty programs, their venues and how points are earned" })
  ) {}
