import { Schema } from "effect"
import { ProgramStatus } from "./Program.ts"
import { TierView } from "./TierView.ts"

/** A program as partners see it; its venues are counted within the caller's reach (PAR-139). */
export const ProgramView = Schema.Struct({
  programId: Schema.NonEmptyString.annotateKey({ description: "Id of the program" }),
  name: Schema.String.annotateKey({ description: "Name of the program" }),
  description: Schema.NullOr(Schema.String).annotateKey({ description: "What the program is; null without one" }),
  status: ProgramStatus.annotateKey({ description: "Only an active program enrols members" }),
  currencyName: Schema.String.annotateKey({ description: "What its points are called" }),
  pointsExpiryMonths: Schema.Int.annotateKey({ description: "Months for which points are valid once earned" }),
  earnBasis: Schema.Literal("spend").annotateKey({ description: "What points are earned for: the spend of stays" }),
  venueCount: Schema.Int.annotateKey({ description: "Participating venues, of those within your own reach" }),
  tierCount: Schema.Int.annotateKey({ description: "Tiers of the program" }),
  version: Schema.Int.annotateKey({
    description: "Advances with every change of the program, of its tiers and of its venues; the ETag is made of it"
  }),
  createdAt: Schema.DateTimeUtc.annotateKey({ description: "When the program was created" }),
  updatedAt: Schema.DateTimeUtc.annotateKey({ description: "When `version` last advanced" })
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
