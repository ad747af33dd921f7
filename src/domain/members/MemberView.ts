import { Schema } from "effect"
import { Property } from "../properties/Property.ts"
import { Program, Tier } from "../programs/Program.ts"
import { Instant } from "../shared/Instant.ts"
import { Member } from "./Member.ts"

const ProgramOfMember = Schema.Struct({
  programId: Program.fields.xid.annotate({ description: "External id of the program" }),
  name: Program.fields.name.annotateKey({ description: "Name of the program" }),
  tierId: Tier.fields.xid.annotate({ description: "External id of the tier held now" }),
  tierName: Tier.fields.name.annotateKey({ description: "Name of the tier" }),
  tierLevel: Tier.fields.level.annotateKey({ description: "Level of the tier in its program, 1 being the lowest" }),
  tierExpiresAt: Schema.NullOr(Instant).annotateKey({
    description: "When the tier ends unless requalified; null for the lowest tier, which does not end"
  }),
  enrolledAt: Instant.annotateKey({ description: "When the member joined the program" })
}).annotate({ identifier: "MemberProgram" })

const PointsBalance = Schema.Struct({
  validBalance: Schema.Int.annotateKey({ description: "Points that count towards tiers, and expire" }),
  creditBalance: Schema.Int.annotateKey({ description: "Promotional points, which do neither" }),
  pendingPoints: Schema.Int.annotateKey({
    description: "Points to be credited after the stays that earn them; not included in the balances"
  })
}).annotate({ identifier: "MemberPointsBalance" })

/**
 * A member as partners see them, the same object in every response (PAR-046, PAR-048, A-81). Programs, stays and home
 * property are computed within the caller's organization and reach; a stay counts from its check-in day, unless
 * cancelled or a no-show. The wallet is platform-wide: its balance is null unless the member is enrolled in a program
 * within reach, and equals what the member sees at that moment.
 */
export const MemberView = Schema.Struct({
  externalId: Member.fields.xid.annotateKey({ description: "External id of the member, a ULID" }),
  firstName: Member.fields.firstName.annotateKey({ description: "First name" }),
  lastName: Member.fields.lastName.annotateKey({ description: "Last name" }),
  displayName: Schema.String.annotateKey({ description: "First and last name" }),
  email: Schema.NullOr(Member.fields.email).annotateKey({
    description: "E-mail address; null without the scope partner:guests:pii:read"
  }),
  phone: Member.fields.phone.annotateKey({
    description: "Telephone number as entered by the member; null if none, or without the scope partner:guests:pii:read"
  }),
  preferredLanguage: Member.fields.language.annotateKey({ description: "Language, BCP 47; null when unknown" }),
  country: Member.fields.country.annotateKey({ description: "Country, ISO 3166-1 alpha-2; null when unknown" }),
  status: Member.fields.status.annotateKey({ description: "State of the account" }),
  programs: Schema.Array(ProgramOfMember).annotateKey({
    description: "Programs of the organization that the member is in, highest tier level first"
  }),
  pointsBalance: Schema.NullOr(PointsBalance).annotateKey({
    description: "The member's wallet balance; null unless enrolled in a program of the organization"
  }),
  homePropertyId: Schema.NullOr(Property.fields.documentId).annotateKey({
    description:
      "Document id of the venue within reach with the most stays, ties broken by the latest stay; null if none"
  }),
  stayCount: Schema.Int.annotateKey({
    description: "Stays within reach that have begun, excluding cancellations and no-shows"
  }),
  lastStayAt: Schema.NullOr(Instant).annotateKey({
    description: "Start of the check-in day, at its venue, of the latest of these stays; null if none"
  }),
  createdAt: Instant.annotateKey({ description: "When the member joined" }),
  updatedAt: Instant.annotateKey({
    description: "When the account last changed: name, contact, language, status"
  })
}).annotate({ identifier: "Member" })
export interface MemberView extends Schema.Schema.Type<typeof MemberView> {}

/** The member without personal data, for callers who lack the scope; the fields become null. */
export const withoutContacts = (member: MemberView): MemberView => ({ ...member, email: null, phone: null })
