import * as ActionsLayer from "./repositories/ActionsLayer.ts"
import * as ApiKeysLayer from "./repositories/ApiKeysLayer.ts"
import * as ArrivalSnapshotsLayer from "./repositories/ArrivalSnapshotsLayer.ts"
import * as ArrivalsLayer from "./repositories/ArrivalsLayer.ts"
import * as AuditLogLayer from "./repositories/AuditLogLayer.ts"
import * as DeskFulfillmentsLayer from "./repositories/DeskFulfillmentsLayer.ts"
import * as PerkViewsLayer from "./repositories/PerkViewsLayer.ts"
import * as EnrolmentsLayer from "./repositories/EnrolmentsLayer.ts"
import * as FavoritesLayer from "./repositories/FavoritesLayer.ts"
import * as FulfillmentsLayer from "./repositories/FulfillmentsLayer.ts"
import * as GuestInvitesLayer from "./repositories/GuestInvitesLayer.ts"
import * as IdempotencyKeysLayer from "./repositories/IdempotencyKeysLayer.ts"
import * as InsightFeedLayer from "./repositories/InsightFeedLayer.ts"
import * as InsightRecordsLayer from "./repositories/InsightRecordsLayer.ts"
import * as InviteLinksLayer from "./repositories/InviteLinksLayer.ts"
import * as LedgerBooksLayer from "./repositories/LedgerBooksLayer.ts"
import * as LegacyReservationsLayer from "./repositories/LegacyReservationsLayer.ts"
import * as MailboxLayer from "./repositories/MailboxLayer.ts"
import * as MemberAccountsLayer from "./repositories/MemberAccountsLayer.ts"
import * as MemberFeedLayer from "./repositories/MemberFeedLayer.ts"
import * as MemberProfilesLayer from "./repositories/MemberProfilesLayer.ts"
import * as MemberViewsLayer from "./repositories/MemberViewsLayer.ts"
import * as MessagesLayer from "./repositories/MessagesLayer.ts"
import * as MessagingEventsLayer from "./repositories/MessagingEventsLayer.ts"
import * as MessagingGrantsLayer from "./repositories/MessagingGrantsLayer.ts"
import * as NotificationsLayer from "./repositories/NotificationsLayer.ts"
import * as OfferCodesLayer from "./repositories/OfferCodesLayer.ts"
import * as OfferViewsLayer from "./repositories/OfferViewsLayer.ts"
import * as OperatorsLayer from "./repositories/OperatorsLayer.ts"
import * as OrganizationsLayer from "./repositories/OrganizationsLayer.ts"
import * as OutboxLayer from "./repositories/OutboxLayer.ts"
import * as PlacesLayer from "./repositories/PlacesLayer.ts"
import * as ProgramsLayer from "./repositories/ProgramsLayer.ts"
import * as ProgramViewsLayer from "./repositories/ProgramViewsLayer.ts"
import * as PropertiesLayer from "./repositories/PropertiesLayer.ts"
import * as PropertyCatalogLayer from "./repositories/PropertyCatalogLayer.ts"
import * as ReservationViewsLayer from "./repositories/ReservationViewsLayer.ts"
import * as SealedValuesLayer from "./repositories/SealedValuesLayer.ts"
import * as StayFeedLayer from "./repositories/StayFeedLayer.ts"
import * as StayViewsLayer from "./repositories/StayViewsLayer.ts"
import * as StaysLayer from "./repositories/StaysLayer.ts"
import * as TeammatesLayer from "./repositories/TeammatesLayer.ts"
import * as VenuesLayer from "./repositories/VenuesLayer.ts"
import * as WalletViewsLayer from "./repositories/WalletViewsLayer.ts"
import * as WalletsLayer from "./repositories/WalletsLayer.ts"
import type { Twin } from "./Twin.ts"

/** Every repository as a module with a layer for either store: list a new one here and nowhere else. */
export const repositories = [
  ActionsLayer,
  ApiKeysLayer,
  ArrivalSnapshotsLayer,
  ArrivalsLayer,
  AuditLogLayer,
  DeskFulfillmentsLayer,
  PerkViewsLayer,
  EnrolmentsLayer,
  FavoritesLayer,
  FulfillmentsLayer,
  GuestInvitesLayer,
  IdempotencyKeysLayer,
  InsightFeedLayer,
  InsightRecordsLayer,
  InviteLinksLayer,
  LedgerBooksLayer,
  LegacyReservationsLayer,
  MailboxLayer,
  MemberAccountsLayer,
  MemberFeedLayer,
  MemberProfilesLayer,
  MemberViewsLayer,
  MessagesLayer,
  MessagingEventsLayer,
  MessagingGrantsLayer,
  NotificationsLayer,
  OfferCodesLayer,
  OfferViewsLayer,
  OperatorsLayer,
  OrganizationsLayer,
  OutboxLayer,
  PlacesLayer,
  ProgramsLayer,
  ProgramViewsLayer,
  PropertiesLayer,
  PropertyCatalogLayer,
  ReservationViewsLayer,
  SealedValuesLayer,
  StayFeedLayer,
  StayViewsLayer,
  StaysLayer,
  TeammatesLayer,
  VenuesLayer,
  WalletViewsLayer,
  WalletsLayer
] as const satisfies ReadonlyArray<Twin>
