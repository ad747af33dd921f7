import { Record } from "effect"
import { actionPlan } from "./actionPlan.ts"
import { actionXid } from "./demoActions.ts"
import { arrivalXid } from "./demoArrivals.ts"
import { brandDocumentId, brandNames } from "./demoBrands.ts"
import { attentionXids, commentXids } from "./demoCollaboration.ts"
import { guestIds, guestXid } from "./demoGuests.ts"
import { hubKeys, hubKeyXid } from "./demoHubKeys.ts"
import { customDomainXids } from "./demoCustomDomains.ts"
import { insightHashes, memberNumbers } from "./demoInsight.ts"
import { integrationIds, integrationXid } from "./demoIntegrations.ts"
import { inviteIds, inviteLinkTokens, inviteTokens } from "./demoInvites.ts"
import { memberIds, memberXid } from "./demoMembers.ts"
import { messageXid } from "./demoMessages.ts"
import { notificationIds } from "./demoNotifications.ts"
import { teammateIds } from "./demoOperators.ts"
import { organizationIds, organizationXid } from "./demoOrganizations.ts"
import { benefitGroupXid, benefitXid, entitlementXids } from "./demoPerks.ts"
import {
  chatIdentityXids,
  chatInstallationXids,
  deliveredMessageXids,
  deliveryXids,
  smsInstallationXids
} from "./demoProviders.ts"
import { legacy, legacyDocumentId } from "./demoReservations.ts"
import { fulfillmentId, fulfillmentPlan } from "./fulfillmentPlan.ts"
import { firstCodeXids, poolXids } from "./demoOfferCodes.ts"
import { campaignNames, campaignXid, programXids, tierXids } from "./demoPrograms.ts"
import { offerNames, offerXid } from "./offerPlan.ts"
import { themeKitXids } from "./demoThemeKits.ts"
import { teamIds, workspaces } from "./demoWorkspaces.ts"
import { messagePlan } from "./messagePlan.ts"
import { perkGroupPlan, perkNames } from "./perkPlan.ts"
import { pageXids } from "./demoPages.ts"
import { stays } from "./stays.ts"
import { venueDocumentId, venues, venueSlug } from "./venues.ts"

const arriving = stays.filter((fact) => fact.task !== undefined)

/**
 * Fixture name to external id. `properties`, `notifications`, `perkGroups`, `memberNumbers` and `invites` are internal
 * ids that some surfaces expose (GEN-004); `insightHashes` are keyed hashes of PMS guest ids (PAR-061). `inviteTokens`
 * are the tokens sent to guests and `inviteLinkTokens` those of the venues' public invite links; only their hashes are
 * stored. `poolCodes` are the first codes of the pools.
 */
export const demoIds = {
  organizations: Record.map(organizationIds, (_, name) => organizationXid(name)),
  brands: Record.fromIterableWith(brandNames, (name) => [name, brandDocumentId(name)]),
  venues: Record.map(venues, (_, name) => venueDocumentId(name)),
  workspaces: Record.map(workspaces, (_, name): string => name),
  venueSlugs: Record.map(venues, (_, name) => venueSlug(name)),
  teammates: teammateIds,
  integrations: Record.map(integrationIds, (_, name) => integrationXid(name)),
  integrationKeys: Record.map(hubKeys, (_, name) => hubKeyXid(name)),
  teams: Record.map(teamIds, (_, name): string => name),
  members: Record.map(memberIds, (_, name) => memberXid(name)),
  guests: Record.map(guestIds, (_, name) => guestXid(name)),
  actions: Record.fromIterableWith(actionPlan, ({ name }) => [name, actionXid(name)]),
  messages: Record.fromIterableWith(messagePlan, ({ name }) => [name, messageXid(name)]),
  comments: commentXids,
  attentionItems: attentionXids,
  arrivals: Record.fromIterableWith(arriving, ({ name }) => [name, arrivalXid(name)]),
  reservations: Record.fromIterableWith(stays, (fact) => [fact.name, fact.externalId]),
  legacyReservations: Record.map(legacy, (_, name) => legacyDocumentId(name)),
  properties: Record.map(venues, (venue) => venue.id),
  notifications: notificationIds,
  programs: programXids,
  tiers: tierXids,
  benefits: Record.fromIterableWith(perkNames, (name) => [name, benefitXid(name)]),
  benefitGroups: Record.map(perkGroupPlan, (_, name) => benefitGroupXid(name)),
  entitlements: entitlementXids,
  perkGroups: Record.map(perkGroupPlan, ({ id }) => id),
  insightHashes,
  memberNumbers,
  invites: inviteIds,
  inviteTokens,
  inviteLinkTokens,
  offers: Record.fromIterableWith(offerNames, (name) => [name, offerXid(name)]),
  codePools: poolXids,
  poolCodes: firstCodeXids,
  pointMultipliers: Record.fromIterableWith(campaignNames, (name) => [name, campaignXid(name)]),
  fulfillments: Record.fromIterableWith(fulfillmentPlan, ({ name }) => [name, fulfillmentId(name)]),
  themeKits: themeKitXids,
  customDomains: customDomainXids,
  pages: pageXids,
  chatInstallations: chatInstallationXids,
  chatIdentities: chatIdentityXids,
  smsInstallations: smsInstallationXids,
  deliveries: deliveryXids,
  deliveredMessages: deliveredMessageXids
}
