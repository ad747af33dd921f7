import { Schema } from "effect"
import { FulfillmentStatus } from "../fulfillments/FulfillmentStatus.ts"
import { Offer } from "../offers/Offer.ts"
import { Program, Tier } from "../programs/Program.ts"
import { Property } from "../properties/Property.ts"
import { StayFacts } from "../reservations/StayFacts.ts"
import { Instant } from "../shared/Instant.ts"
import { Asset, Wallet } from "../wallet/Wallet.ts"
import { Enrolment, Member } from "./Member.ts"

/** A due claim, with the facts that decide the refund on its expiry. */
const DueClaim = Schema.Struct({
  status: FulfillmentStatus,
  redemptionType: Schema.String,
  refundOnExpiry: Offer.fields.refundOnExpiry,
  charges: Schema.Array(Schema.Struct({ asset: Asset, points: Schema.Int }))
})

/** An active enrolment, with the tiers that may be current: once the period has ended, all tiers of the program. */
export const EnrolmentRecord = Schema.Struct({
  tierId: Enrolment.fields.tierId,
  tierExpiresAt: Enrolment.fields.tierExpiresAt,
  qualifyingPoints: Enrolment.fields.qualifyingPoints,
  qualifyingNights: Enrolment.fields.qualifyingNights,
  enrolledAt: Instant,
  programXid: Program.fields.xid,
  programName: Program.fields.name,
  tiers: Schema.Array(
    Schema.Struct({
      id: Tier.fields.id,
      xid: Tier.fields.xid,
      name: Tier.fields.name,
      level: Tier.fields.level,
      qualifyingPoints: Tier.fields.qualifyingPoints,
      qualifyingNights: Tier.fields.qualifyingNights,
      validityMonths: Tier.fields.validityMonths
    })
  )
})

/** A wallet with its unsettled lots and claims. `duePoints` are the points of due VALID lots. */
export const WalletRecord = Schema.Struct({
  validBalance: Wallet.fields.validBalance,
  creditBalance: Wallet.fields.creditBalance,
  duePoints: Schema.Int,
  dueClaims: Schema.Array(DueClaim),
  pendingEarns: Schema.Array(StayFacts)
})

/** All inputs of a member's view, read in one snapshot within a caller's reach. */
export const MemberRecord = Schema.Struct({
  id: Member.fields.id,
  xid: Member.fields.xid,
  firstName: Member.fields.firstName,
  lastName: Member.fields.lastName,
  email: Member.fields.email,
  phone: Member.fields.phone,
  country: Member.fields.country,
  language: Member.fields.language,
  status: Member.fields.status,
  createdAt: Instant,
  updatedAt: Instant,
  enrolments: Schema.Array(EnrolmentRecord),
  stayCount: Schema.Int,
  lastStayAt: Schema.NullOr(Instant),
  homePropertyId: Schema.NullOr(Property.fields.documentId),
  /** Null unless there is an enrolment. */
  wallet: Schema.NullOr(WalletRecord)
})
export interface MemberRecord extends Schema.Schema.Type<typeof MemberRecord> {}
