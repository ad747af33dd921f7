import { Schema } from "effect"
import { ProgramStatus } from "./Program.ts"
import { TierView } from "./TierView.ts"

/** A program as partners see it; its venues are counted within the caller's reach (PAR-139). */
export const ProgramView = Schema.Struct({
  programId: Schema.NonEmptyString.annotateKey({ description: "Id of the program" }),
  name: Schema.String.annotateKey({ description: "Name of the program" }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "Description of the program; null if none" }),
  status: ProgramStatus.annotateKey({ description: "Only an active program enrols members" }),
  currencyName: Schema.String.annotateKey({ description: "Name of the program's points" }),
  pointsExpiryMonths: Schema.Int.annotateKey({ description: "Months for which points are valid once earned" }),
  earnBasis: Schema.Literal("spend").annotateKey({
    description: "Basis on which points are earned: the spend of stays"
  }),
  venueCount: Schema.Int.annotateKey({ description: "Number of participating venues within your reach" }),
  tierCount: Schema.Int.annotateKey({ description: "Number of tiers" }),
  version: Schema.Int.annotateKey({
    description: "Incremented by every change of the program, its tiers or its venues; the ETag is derived from it"
  }),
  createdAt: Schema.DateTimeUtc.annotateKey({ description: "When the program was created" }),
  updatedAt: Schema.DateTimeUtc.annotateKey({ description: "When `version` was last incremented" })
}).annotate({ identifier: "Program" })
export interface ProgramView extends Schema.Schema.Type<typeof ProgramView> {}

/** One program with its tiers, lowest first. */
export const ProgramDetails = Schema.Struct({
  ...ProgramView.fields,
  tiers: Schema.Array(TierView).annotateKey({ description: "The tiers, lowest first" })
}).annotate({ identifier: "ProgramDetails" })

/** A venue that takes part in a program. */
export const ParticipatingVenue = Schema.Struct({
  id: Schema.NonEmptyString.annotateKey({ description: "Document id of the venue" }),
  name: Schema.String.annotateKey({ description: "Name of the venue" }),
  joinedAt: Schema.DateTimeUtc.annotateKey({ description: "When the venue joined the program" })
}).annotate({ identifier: "ParticipatingVenue" })
export interface ParticipatingVenue extends Schema.Schema.Type<typeof ParticipatingVenue> {}
