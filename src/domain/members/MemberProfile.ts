import { Schema } from "effect"
import { Program, Tier } from "../programs/Program.ts"
import { Member } from "./Member.ts"

const NextTier = Schema.Struct({
  name: Tier.fields.name.annotateKey({ description: "Name of the tier" }),
  level: Tier.fields.level.annotateKey({ description: "Level of the tier" }),
  pointsNeeded: Schema.Int.annotate({ description: "Qualifying points still missing; 0 if none" })
}).annotate({ identifier: "NextTier" })

/** A member's tier in one program. `qualifyingPoints` are those counted in this program. */
export const MemberTier = Schema.Struct({
  programId: Program.fields.xid.annotate({ description: "The program's external id" }),
  programName: Program.fields.name.annotateKey({ description: "Name of the program" }),
  id: Tier.fields.xid.annotate({ description: "The tier's external id" }),
  name: Tier.fields.name.annotateKey({ description: "Name of the tier" }),
  level: Tier.fields.level.annotateKey({ description: "Level of the tier in its program, 1 being the lowest" }),
  multiplier: Schema.Finite.annotate({ description: "Multiplier for the points of stays" }),
  qualifyingPoints: Schema.Int.annotateKey({
    description: "Points that count towards this program's tiers in the current period"
  }),
  nextTier: Schema.NullOr(NextTier).annotate({ description: "Null on the highest tier" })
}).annotate({ identifier: "MemberTier" })
export type MemberTier = typeof MemberTier.Type

/**
 * A member as members see themselves (MEM-112). Unknown fields are absent. `tiers` are those of active
 * enrolments, highest level first.
 */
export const MemberProfile = Schema.Struct({
  externalId: Member.fields.xid.annotateKey({
    description: "External id of the member, a ULID: the subject of the token"
  }),
  firstName: Member.fields.firstName.annotateKey({ description: "First name" }),
  lastName: Member.fields.lastName.annotateKey({ description: "Last name" }),
  email: Member.fields.email.annotateKey({ description: "E-mail address" }),
  phone: Schema.optionalKey(Schema.String).annotateKey({ description: "Telephone number as entered by the member" }),
  country: Schema.optionalKey(Schema.String).annotateKey({ description: "Country of the member, ISO 3166-1 alpha-2" }),
  language: Schema.optionalKey(Schema.String).annotateKey({ description: "Preferred language, BCP 47" }),
  tier: Schema.NullOr(MemberTier).annotate({ description: "The first of `tiers`; null without an enrolment" }),
  tiers: Schema.Array(MemberTier).annotateKey({ description: "Tiers of active enrolments, highest level first" }),
  memberSince: Member.fields.createdAt.annotateKey({ description: "When the member joined" }),
  preferences: Member.fields.preferences.annotateKey({
    description: "The member's preferences by name; clients must preserve names they do not know"
  })
}).annotate({ identifier: "MemberProfile" })
export type MemberProfile = typeof MemberProfile.Type
