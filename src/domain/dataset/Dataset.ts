import { Schema } from "effect"
import { ApiKey, Integration } from "../access/ApiKey.ts"
import { Action } from "../actions/Action.ts"
import { ArrivalTask } from "../arrivals/ArrivalTask.ts"
import { AuditRow } from "../audit/AuditLog.ts"
import {
  Benefit,
  BenefitGroup,
  BenefitGroupItem,
  BenefitVenue,
  BenefitVenueOverride,
  Entitlement
} from "../benefits/Benefit.ts"
import { Favorite } from "../favorites/Favorite.ts"
import { Fulfillment } from "../fulfillments/Fulfillment.ts"
import { RedemptionRecord } from "../fulfillments/RedemptionRecord.ts"
import { Guest } from "../guests/Guest.ts"
import { GuestInvite } from "../invites/GuestInvite.ts"
import { Enrolment, Member } from "../members/Member.ts"
import { Message } from "../messaging/Message.ts"
import { MessagingEvent } from "../messaging/MessagingEvent.ts"
import { MessagingGrant } from "../messaging/MessagingGrant.ts"
import { Conversation, Team, Workspace, WorkspaceCounter } from "../messaging/Workspace.ts"
import { Notification } from "../notifications/Notification.ts"
import { Offer, OfferCategory } from "../offers/Offer.ts"
import { OfferCode, OfferCodePool } from "../offers/OfferCode.ts"
import { Operator } from "../operators/Operator.ts"
import { Organization, OrganizationIdentity } from "../organizations/Organization.ts"
import { Place } from "../places/Place.ts"
import { EarningRules, PointMultiplier, Program, Tier } from "../programs/Program.ts"
import { Property, PropertyDetails } from "../properties/Property.ts"
import { PropertyAvailability } from "../properties/PropertyAvailability.ts"
import { LegacyReservation, Reservation } from "../reservations/Reservation.ts"
import { RowId } from "../shared/Scalars.ts"
import { Wallet, WalletActivity, WalletEntry, WalletLot } from "../wallet/Wallet.ts"

/** A brand as the local core stores it. */
export const BrandRow = Schema.Struct({
  id: RowId,
  organizationId: RowId,
  documentId: Schema.NonEmptyString,
  name: Schema.NonEmptyString,
  slug: Schema.NonEmptyString,
  status: Schema.Literals(["active", "inactive"]),
  logoUrl: Schema.NullOr(Schema.String),
  description: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtc,
  updatedAt: Schema.DateTimeUtc
})
export type BrandRow = typeof BrandRow.Type

/**
 * A whole state of the service: the rows of each table, in an order in which they can be inserted.
 * Both stores load it, so that a demonstration or a test starts from the same facts on each.
 */
export const tables = {
  organizations: Organization,
  organizationIdentities: OrganizationIdentity,
  brands: BrandRow,
  properties: Property,
  propertyDetails: PropertyDetails,
  propertyAvailability: PropertyAvailability,
  places: Place,
  integrations: Integration,
  apiKeys: ApiKey,
  workspaces: Workspace,
  workspaceCounters: WorkspaceCounter,
  teams: Team,
  messagingGrants: MessagingGrant,
  operators: Operator,
  members: Member,
  programs: Program,
  tiers: Tier,
  earningRules: EarningRules,
  pointMultipliers: PointMultiplier,
  enrolments: Enrolment,
  guests: Guest,
  conversations: Conversation,
  actions: Action,
  messages: Message,
  messagingEvents: MessagingEvent,
  reservations: Reservation,
  legacyReservations: LegacyReservation,
  offerCategories: OfferCategory,
  offers: Offer,
  offerCodePools: OfferCodePool,
  fulfillments: Fulfillment,
  offerCodes: OfferCode,
  redemptionRecords: RedemptionRecord,
  wallets: Wallet,
  walletEntries: WalletEntry,
  walletLots: WalletLot,
  walletActivity: WalletActivity,
  benefits: Benefit,
  benefitVenues: BenefitVenue,
  benefitVenueOverrides: BenefitVenueOverride,
  benefitGroups: BenefitGroup,
  benefitGroupItems: BenefitGroupItem,
  entitlements: Entitlement,
  guestInvites: GuestInvite,
  arrivalTasks: ArrivalTask,
  notifications: Notification,
  favorites: Favorite,
  auditLog: AuditRow
} as const

export type TableName = keyof typeof tables

export type Dataset = { readonly [Name in TableName]: ReadonlyArray<(typeof tables)[Name]["Type"]> }
