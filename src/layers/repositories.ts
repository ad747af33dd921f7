import * as ActionsLayer from "./repositories/ActionsLayer.ts"
import * as ApiKeysLayer from "./repositories/ApiKeysLayer.ts"
import * as ArrivalRebuildsLayer from "./repositories/ArrivalRebuildsLayer.ts"
import * as ArrivalSnapshotsLayer from "./repositories/ArrivalSnapshotsLayer.ts"
import * as ArrivalsLayer from "./repositories/ArrivalsLayer.ts"
import * as AssistantClientsLayer from "./repositories/AssistantClientsLayer.ts"
import * as AttentionItemsLayer from "./repositories/AttentionItemsLayer.ts"
import * as AuditLogLayer from "./repositories/AuditLogLayer.ts"
import * as BlobsLayer from "./repositories/BlobsLayer.ts"
import * as CodePoolsLayer from "./repositories/CodePoolsLayer.ts"
import * as CommentsLayer from "./repositories/CommentsLayer.ts"
import * as BenefitGroupsLayer from "./repositories/BenefitGroupsLayer.ts"
import * as BenefitOverridesLayer from "./repositories/BenefitOverridesLayer.ts"
import * as BenefitsLayer from "./repositories/BenefitsLayer.ts"
import * as ChatConsultationsLayer from "./repositories/ChatConsultationsLayer.ts"
import * as ChatIdentitiesLayer from "./repositories/ChatIdentitiesLayer.ts"
import * as ChatInstallationsLayer from "./repositories/ChatInstallationsLayer.ts"
import * as ChatLinkTokensLayer from "./repositories/ChatLinkTokensLayer.ts"
import * as ConversationsLayer from "./repositories/ConversationsLayer.ts"
import * as CustomDomainsLayer from "./repositories/CustomDomainsLayer.ts"
import * as DeskFulfillmentsLayer from "./repositories/DeskFulfillmentsLayer.ts"
import * as PerkViewsLayer from "./repositories/PerkViewsLayer.ts"
import * as EarningStaysLayer from "./repositories/EarningStaysLayer.ts"
import * as EnrolmentsLayer from "./repositories/EnrolmentsLayer.ts"
import * as EntitlementsLayer from "./repositories/EntitlementsLayer.ts"
import * as FavoritesLayer from "./repositories/FavoritesLayer.ts"
import * as FulfillmentsLayer from "./repositories/FulfillmentsLayer.ts"
import * as GuestInvitesLayer from "./repositories/GuestInvitesLayer.ts"
import * as IdempotencyKeysLayer from "./repositories/IdempotencyKeysLayer.ts"
import * as IntegrationSettingsLayer from "./repositories/IntegrationSettingsLayer.ts"
import * as InsightFeedLayer from "./repositories/InsightFeedLayer.ts"
import * as InsightRecordsLayer from "./repositories/InsightRecordsLayer.ts"
import * as InviteLinksLayer from "./repositories/InviteLinksLayer.ts"
import * as LedgerBooksLayer from "./repositories/LedgerBooksLayer.ts"
import * as LegacyReservationsLayer from "./repositories/LegacyReservationsLayer.ts"
import * as LiabilityBooksLayer from "./repositories/LiabilityBooksLayer.ts"
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
import * as OperatorSessionsLayer from "./repositories/OperatorSessionsLayer.ts"
import * as OperatorsLayer from "./repositories/OperatorsLayer.ts"
import * as OrganizationsLayer from "./repositories/OrganizationsLayer.ts"
import * as OutboxLayer from "./repositories/OutboxLayer.ts"
import * as OwnerCandidatesLayer from "./repositories/OwnerCandidatesLayer.ts"
import * as PageImagesLayer from "./repositories/PageImagesLayer.ts"
import * as PagesLayer from "./repositories/PagesLayer.ts"
import * as PageSourcesLayer from "./repositories/PageSourcesLayer.ts"
import * as PlacesLayer from "./repositories/PlacesLayer.ts"
import * as PointMultipliersLayer from "./repositories/PointMultipliersLayer.ts"
import * as PoolCodesLayer from "./repositories/PoolCodesLayer.ts"
import * as PrivateAnswersLayer from "./repositories/PrivateAnswersLayer.ts"
import * as ProgramsLayer from "./repositories/ProgramsLayer.ts"
import * as ProgramViewsLayer from "./repositories/ProgramViewsLayer.ts"
import * as PropertiesLayer from "./repositories/PropertiesLayer.ts"
import * as PropertyCatalogLayer from "./repositories/PropertyCatalogLayer.ts"
import * as ReactionsLayer from "./repositories/ReactionsLayer.ts"
import * as ProviderRequestsLayer from "./repositories/ProviderRequestsLayer.ts"
import * as ReservationViewsLayer from "./repositories/ReservationViewsLayer.ts"
import * as SealedValuesLayer from "./repositories/SealedValuesLayer.ts"
import * as SmsDeliveriesLayer from "./repositories/SmsDeliveriesLayer.ts"
import * as SmsInstallationsLayer from "./repositories/SmsInstallationsLayer.ts"
import * as StayFeedLayer from "./repositories/StayFeedLayer.ts"
import * as StayViewsLayer from "./repositories/StayViewsLayer.ts"
import * as StaysLayer from "./repositories/StaysLayer.ts"
import * as SubjectsLayer from "./repositories/SubjectsLayer.ts"
import * as TeammatesLayer from "./repositories/TeammatesLayer.ts"
import * as ThemeKitsLayer from "./repositories/ThemeKitsLayer.ts"
import * as VenuesLayer from "./repositories/VenuesLayer.ts"
import * as WalletViewsLayer from "./repositories/WalletViewsLayer.ts"
import * as WalletsLayer from "./repositories/WalletsLayer.ts"
import * as WorkspacesLayer from "./repositories/WorkspacesLayer.ts"
import type { Twin } from "./Twin.ts"

/** Every repository module, with a layer for each store. Register a new one only here. */
export const repositories = [
  ActionsLayer,
  ApiKeysLayer,
  ArrivalRebuildsLayer,
  ArrivalSnapshotsLayer,
  ArrivalsLayer,
  AssistantClientsLayer,
  AttentionItemsLayer,
  AuditLogLayer,
  BlobsLayer,
  CodePoolsLayer,
  CommentsLayer,
  BenefitGroupsLayer,
  BenefitOverridesLayer,
  BenefitsLayer,
  ChatConsultationsLayer,
  ChatIdentitiesLayer,
  ChatInstallationsLayer,
  ChatLinkTokensLayer,
  ConversationsLayer,
  CustomDomainsLayer,
  DeskFulfillmentsLayer,
  PerkViewsLayer,
  EarningStaysLayer,
  EnrolmentsLayer,
  EntitlementsLayer,
  FavoritesLayer,
  FulfillmentsLayer,
  GuestInvitesLayer,
  IdempotencyKeysLayer,
  IntegrationSettingsLayer,
  InsightFeedLayer,
  InsightRecordsLayer,
  InviteLinksLayer,
  LedgerBooksLayer,
  LegacyReservationsLayer,
  LiabilityBooksLayer,
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
  OperatorSessionsLayer,
  OperatorsLayer,
  OrganizationsLayer,
  OutboxLayer,
  OwnerCandidatesLayer,
  PageImagesLayer,
  PagesLayer,
  PageSourcesLayer,
  PlacesLayer,
  PointMultipliersLayer,
  PoolCodesLayer,
  PrivateAnswersLayer,
  ProgramsLayer,
  ProgramViewsLayer,
  PropertiesLayer,
  PropertyCatalogLayer,
  ReactionsLayer,
  ProviderRequestsLayer,
  ReservationViewsLayer,
  SealedValuesLayer,
  SmsDeliveriesLayer,
  SmsInstallationsLayer,
  StayFeedLayer,
  StayViewsLayer,
  StaysLayer,
  SubjectsLayer,
  TeammatesLayer,
  ThemeKitsLayer,
  VenuesLayer,
  WalletViewsLayer,
  WalletsLayer,
  WorkspacesLayer
] as const satisfies ReadonlyArray<Twin>
