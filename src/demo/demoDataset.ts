import type { DateTime } from "effect"
import type { Dataset } from "../domain/dataset/Dataset.ts"
import { makeDemoClock } from "./DemoClock.ts"
import { demoActions } from "./demoActions.ts"
import { demoArrivals } from "./demoArrivals.ts"
import { demoBrands } from "./demoBrands.ts"
import { demoAssistants } from "./demoAssistants.ts"
import { demoAvailability, demoCityProperties } from "./demoCityProperties.ts"
import { demoCollaboration } from "./demoCollaboration.ts"
import { demoCustomDomains } from "./demoCustomDomains.ts"
import { demoEvents } from "./demoEvents.ts"
import { demoFavorites } from "./demoFavorites.ts"
import { demoFulfillments } from "./demoFulfillments.ts"
import { demoGuests } from "./demoGuests.ts"
import { demoHubKeys } from "./demoHubKeys.ts"
import { demoImages } from "./demoImages.ts"
import { demoInsight } from "./demoInsight.ts"
import { demoIntegrations } from "./demoIntegrations.ts"
import { demoInvites } from "./demoInvites.ts"
import { demoLedger } from "./demoLedger.ts"
import { demoMembers } from "./demoMembers.ts"
import { demoMessages } from "./demoMessages.ts"
import { demoNotifications } from "./demoNotifications.ts"
import { demoOfferCodes } from "./demoOfferCodes.ts"
import { demoOffers } from "./demoOffers.ts"
import { demoOperators } from "./demoOperators.ts"
import { demoOrganizations } from "./demoOrganizations.ts"
import { demoPages } from "./demoPages.ts"
import { demoPartnerKeys } from "./demoPartnerKeys.ts"
import { demoPerks } from "./demoPerks.ts"
import { demoPlaces } from "./demoPlaces.ts"
import { demoPrivateAnswers } from "./demoPrivateAnswers.ts"
import { demoPrograms } from "./demoPrograms.ts"
import { demoProperties } from "./demoProperties.ts"
import { demoPropertyDetails } from "./demoPropertyDetails.ts"
import { demoProviders } from "./demoProviders.ts"
import { demoReservations } from "./demoReservations.ts"
import { demoThemeKits } from "./demoThemeKits.ts"
import { demoWorkspaces } from "./demoWorkspaces.ts"

/**
 * The demo data of REQUIREMENTS 0.2. Ids and secrets do not depend on `now`; times are relative to `now`, truncated to
 * seconds, and stay dates to today in the venue's time zone. No secret in it may be valid outside development.
 */
export const demoDataset = (now: DateTime.Utc): Dataset => {
  const clock = makeDemoClock(now)
  const { actions, actionTransitions, changes: actionChanges } = demoActions(clock)
  const { messages, changes: messageChanges, lastMessages, lengths } = demoMessages(clock)
  const properties = [...demoProperties(clock).properties, ...demoCityProperties(clock)]
  const { reservations, legacyReservations } = demoReservations(clock)
  const ledger = demoLedger(clock, { properties, reservations })
  return {
    ...demoOrganizations(clock),
    ...demoBrands(clock),
    properties,
    ...demoPropertyDetails(),
    propertyAvailability: demoAvailability(clock, properties),
    ...demoPlaces(),
    ...demoIntegrations(clock),
    apiKeys: [...demoHubKeys(clock), ...demoPartnerKeys(clock)],
    ...demoWorkspaces(),
    ...demoOperators(clock),
    ...demoAssistants(clock),
    ...demoMembers(clock),
    ...demoPrograms(clock),
    ...demoGuests(lengths, lastMessages),
    actions,
    actionTransitions,
    messages,
    ...demoCollaboration(clock, { actions, messages }),
    ...demoPrivateAnswers(clock),
    ...demoEvents(actions, [...actionChanges, ...messageChanges]),
    reservations,
    legacyReservations,
    ...demoOffers(clock, ledger.wallets),
    ...demoOfferCodes(clock),
    ...demoFulfillments(clock),
    ...ledger,
    ...demoPerks(clock),
    ...demoInsight(clock),
    ...demoInvites(clock),
    ...demoArrivals(clock),
    ...demoNotifications(clock),
    ...demoFavorites(clock),
    ...demoThemeKits(clock),
    ...demoCustomDomains(clock),
    ...demoImages(clock),
    ...demoPages(clock),
    ...demoProviders(clock)
  }
}
