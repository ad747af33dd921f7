import { Schema } from "effect"
import { Program, Tier } from "../programs/Program.ts"
import { Member } from "./Member.ts"

const NextTier = Schema.Struct({
  name: Tier.fields.name,
  level: Tier.fields.level,
  pointsNeeded: Schema.Int.annotate({ description: "Qualifying points that are still missing, 0 when none" })
}).annotate({ identifier: "NextTier" })

/** A member's tier in one program. `qualifyingPoints` are those counted in this program. */
export const MemberTier = Schema.Struct({
  programId: Program.fields.xid.annotate({ description: "The program's external id" }),
  programName: Program.fields.name,
  id: Tier.fields.xid.annotate({ description: "The tier's external id" }),
  name: Tier.fields.name,
  level: Tier.fields.level,
  multiplier: Schema.Finite.annotate({ description: "What points of a stay are multiplied by" }),
  qualifyingPoints: Schema.Int,
  nextTier: Schema.NullOr(NextTier).annotate({ description: "Null on the highest tier" })
}).annotate({ identifier: "MemberTier" })
export type MemberTier = typeof MemberTier.Type

/**
 * A member as members see themselves (MEM-112). Unknown fields are absent. `tiers` are those of active
 * enrolments, highest level first.
 */
export const MemberProfile = Schema.Struct({
  externalId: Member.fields.xid,
  firstName: Member.fields.firstName,
  lastName: Member.fields.lastName,
  email: Member.fields.email,
  phone: Schema.optionalKey(Schema.String),
  country: Schema.optionalKey(Schema.String),
  language: Schema.optionalKey(Schema.String),
  tier: Schema.NullOr(MemberTier).annotate({ description: "The first of `tiers`; null without an enrolment" }),
  tiers: Schema.Array(MemberTier),
  memberSince: Member.fields.createdAt,
  preferences: Member.fields.preferences
}).annotate({ identifier: "MemberProfile" })
export type MemberProfile = typeof MemberProfile.Type
