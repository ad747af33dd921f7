import { demoIds } from "../../../src/demo/demoIds.ts"
import { verificationCode } from "../../../src/demo/demoFulfillments.ts"
import type { InviteName } from "../../../src/demo/demoInvites.ts"
import { programXid, tierXid } from "../../../src/demo/demoPrograms.ts"
import { stays } from "../../../src/demo/stays.ts"
import type { Sample } from "../http/Sample.ts"
import { pageSamples } from "./pageSamples.ts"
import { themeKitSamples } from "./themeKitSamples.ts"

const arrival = (stay: string) => `/v1/partner/arrivals/${demoIds.arrivals[stay]}`

const fulfillment = (name: string) => `/v1/partner/fulfillments/${demoIds.fulfillments[name]}`

const claim = (name: string, step = "") => ({
  path: `${fulfillment(`v1_${name}`)}${step}`,
  foreign: `${fulfillment(`w1_${name}`)}${step}`,
  outOfReach: `${fulfillment(`v2_${name}`)}${step}`
})

/** A ULID that no member has. */
const noMember = "01ARZ3NDEKTSV4RRFFQ69G5FAV"

const { reservations } = demoIds
const { M1, M3, M9 } = demoIds.members
const { V1, V2, W1 } = demoIds.venues

const member = (externalId: string) => `/v1/partner/members/${externalId}`

const insight = (name: keyof typeof demoIds.insightHashes) =>
  `/v1/partner/insight/guests/${demoIds.insightHashes[name]}`

const insightOf = (stay: string) => `/v1/partner/insight/reservations/${demoIds.reservations[stay]}`

const insightsOf = (member: keyof typeof demoIds.memberNumbers) =>
  `/v1/partner/insight/members/${demoIds.memberNumbers[member]}`

const offer = (name: string) => demoIds.offers[name] ?? ""
const codePools = "/v1/partner/offer-code-pools"
const codePool = (name: keyof typeof demoIds.codePools) => `${codePools}/${demoIds.codePools[name]}`
const multiplier = (name: keyof typeof demoIds.pointMultipliers) =>
  `/v1/partner/point-multipliers/${demoIds.pointMultipliers[name]}`
const teammate = (name: string) => `/v1/partner/access/teammates/${demoIds.teammates[name]}`

const customDomains = "/v1/partner/custom-domains"

/** An endpoint of a domain, which all callers of its organization can see. */
const ofDomain = (name: keyof typeof demoIds.customDomains, more = "") => ({
  path: `${customDomains}/${demoIds.customDomains[name]}${more}`,
  foreign: `${customDomains}/${demoIds.customDomains.B_failed}${more}`,
  isShared: true as const
})

/** A stay at the venue, with an id that no other venue uses. */
const stayAt = (venue: string) =>
  stays.find(
    (stay) => stay.venue === venue && stays.every((other) => other === stay || other.externalId !== stay.externalId)
  )?.externalId ?? ""

const programs = "/v1/partner/loyalty/programs"

/** An endpoint of a program, which all callers of its organization can see. */
const ofProgram = (name: string, more = "") => ({
  path: `${programs}/${demoIds.programs[name]}${more}`,
  foreign: `${programs}/${demoIds.programs["B"]}${more}`,
  isShared: true as const
})

const ofTier = (name: string) => ({
  path: `${programs}/${demoIds.programs["A_draft"]}/tiers/${demoIds.tiers[name]}`,
  foreign: `${programs}/${demoIds.programs["B"]}/tiers/${demoIds.tiers["B1"]}`,
  isShared: true as const
})

const [low = "", middle = "", high = ""] = ["A1", "A2", "A3"].map((name) => demoIds.tiers[name])

const newRules = {
  effectiveFrom: "2999-01-01",
  rules: [{ category: "stay", pointsPerUnit: 1.5, currency: "EUR", minSpend: 50 }]
}

const newTier = { name: "Onyx", level: 3, qualifyingPoints: 5000, multiplier: 1.75 }

const invites = "/v1/partner/vguests/guest-invites"
const invite = (name: InviteName, more = "") => `${invites}/${demoIds.invites[name]}${more}`

const newInvite = {
  propertyId: demoIds.venues.V1,
  email: "maria.silva@example.com",
  firstName: "Maria",
  reservationId: demoIds.reservations["open"],
  programId: programXid("A")
}

const loyalty = "/v1/partner/loyalty"

/**
 * Rows of a whole organization are never out of reach within it; a narrower credential still cannot see foreign ones.
 */
const ofOrganization = (path: string, foreign: string) => ({ path, foreign, isShared: true as const })

const benefit = (name: string, foreign: string, more = "") =>
  ofOrganization(
    `${loyalty}/benefits/${demoIds.benefits[name]}${more}`,
    `${loyalty}/benefits/${demoIds.benefits[foreign]}${more}`
  )

const overrideAt = (name: string, venueId: string) =>
  `${loyalty}/benefits/${demoIds.benefits[name]}/venue-overrides/${venueId}`

const benefitGroup = (name: keyof typeof demoIds.benefitGroups, more = "") =>
  ofOrganization(
    `${loyalty}/benefit-groups/${demoIds.benefitGroups[name]}${more}`,
    `${loyalty}/benefit-groups/${demoIds.benefitGroups.dining_b}${more}`
  )

const entitlement = (name: string) =>
  ofOrganization(
    `${loyalty}/entitlements/${demoIds.entitlements[name]}`,
    `${loyalty}/entitlements/${demoIds.entitlements["harbour_tour_b_1"]}`
  )

const newBenefit = {
  name: "Boat trip",
  kind: "tour",
  redemptionType: "requireApproval",
  minTierLevel: 2,
  scope: "global"
}

const newEntitlement = {
  programId: programXid("A"),
  tierId: tierXid("A", 1),
  benefitId: demoIds.benefits["lounge"]
}

/** A successful request to each endpoint of the Partner API. */
export const partnerSamples: Readonly<Record<string, Sample>> = {
  getScope: { path: "/v1/partner/scope" },
  suggestOfferNames: { path: "/v1/partner/fulfillments/autocomplete/offers?q=transfer" },
  searchFulfillments: { path: "/v1/partner/fulfillments/search" },
  listPendingFulfillments: { path: "/v1/partner/fulfillments/pending" },
  getDeskFulfillment: claim("claimed"),
  listRedemptions: claim("approved", "/redemptions"),
  approveFulfillment: {
    ...claim("pending_approval", "/approve"),
    body: { note: "Fine" },
    otherBody: { note: "Very fine" }
  },
  rejectFulfillment: {
    ...claim("modified", "/reject"),
    body: { reason: "The house is full" },
    otherBody: { reason: "The house is closed" }
  },
  fulfillFulfillment: {
    ...claim("claimed", "/fulfill"),
    body: { verificationCode: verificationCode("v1_claimed") },
    otherBody: { verificationCode: verificationCode("v1_claimed"), note: "Done" }
  },
  modifyFulfillment: {
    ...claim("approved", "/modify"),
    body: { changes: { substitution: "A larger car" }, note: "The small one is in repair" },
    otherBody: { changes: { checkInDate: "2031-05-01" }, note: "The small one is in repair" }
  },
  getGuestInsight: { path: insight("open"), foreign: insight("b"), outOfReach: insight("second") },
  getReservationInsight: {
    path: insightOf("open"),
    foreign: insightOf("w1_acknowledged"),
    outOfReach: insightOf("acknowledged_by_operator")
  },
  listMemberInsight: { path: insightsOf("M1"), foreign: insightsOf("M9"), outOfReach: insightsOf("M3") },
  getInsightStats: { path: "/v1/partner/insight/stats" },
  listArrivals: { path: "/v1/partner/arrivals" },
  getArrival: {
    path: arrival("open"),
    foreign: arrival("w1_open"),
    outOfReach: arrival("acknowledged_by_operator")
  },
  acknowledgeArrival: {
    path: `${arrival("open")}/ack`,
    body: { note: "Seen" },
    otherBody: { note: "Seen again" },
    foreign: `${arrival("w1_open")}/ack`,
    outOfReach: `${arrival("acknowledged_by_operator")}/ack`
  },
  listMembers: { path: "/v1/partner/members" },
  getMember: { path: member(M1), missing: member(noMember), foreign: member(M9), outOfReach: member(M3) },
  listMemberEntitlements: {
    path: `${member(M1)}/entitlements?propertyId=${demoIds.venues.V1}`,
    missing: `${member(noMember)}/entitlements`,
    foreign: `${member(M9)}/entitlements`,
    outOfReach: `${member(M3)}/entitlements`
  },
  listReservationsOfMember: {
    path: `${member(M1)}/reservations`,
    missing: `${member(noMember)}/reservations`,
    foreign: `${member(M9)}/reservations`,
    outOfReach: `${member(M3)}/reservations`
  },
  listVenueReservations: { path: "/v1/partner/reservations" },
  getReservation: {
    path: `/v1/partner/reservations/${reservations["open"]}`,
    foreign: `/v1/partner/reservations/${reservations["w1_acknowledged"]}`,
    outOfReach: `/v1/partner/reservations/${reservations["acknowledged_by_operator"]}`
  },
  listCodePools: { path: codePools },
  createCodePool: {
    path: codePools,
    body: { offerId: offer("dinner"), name: "Winter codes", lowStockThreshold: 10 },
    status: 201,
    otherBody: { offerId: offer("dinner"), name: "Summer codes" },
    bodyIds: [{ field: "offerId", foreign: offer("b_voucher") }]
  },
  getCodePool: { path: codePool("dinner_later"), foreign: codePool("b_voucher"), isShared: true },
  changeCodePool: {
    path: codePool("dinner_later"),
    body: { name: "Renamed" },
    otherBody: { status: "paused" },
    foreign: codePool("b_voucher"),
    isShared: true
  },
  archiveCodePool: {
    path: codePool("sold_out_expired"),
    status: 204,
    foreign: codePool("b_voucher"),
    isShared: true
  },
  listPoolCodes: {
    path: `${codePool("dinner_later")}/codes`,
    foreign: `${codePool("b_voucher")}/codes`,
    isShared: true
  },
  addPoolCodes: {
    path: `${codePool("dinner_later")}/codes`,
    body: { codes: ["SAMPLE-0001", "SAMPLE-0002"] },
    otherBody: { codes: ["SAMPLE-0003"] },
    foreign: `${codePool("b_voucher")}/codes`,
    isShared: true
  },
  voidPoolCode: {
    path: `${codePool("dinner_later")}/codes/${demoIds.poolCodes.dinner_later}`,
    status: 204,
    foreign: `${codePool("b_voucher")}/codes/${demoIds.poolCodes.b_voucher}`,
    isShared: true
  },
  listCustomDomains: { path: customDomains },
  connectCustomDomain: {
    path: customDomains,
    body: { hostname: "booking.hotels-a.example" },
    otherBody: { hostname: "rooms.hotels-a.example" },
    status: 201
  },
  getCustomDomain: ofDomain("A_pending"),
  listDnsRecords: ofDomain("A_pending", "/dns-records"),
  disconnectCustomDomain: { ...ofDomain("A_free"), status: 204 },
  recheckCustomDomain: ofDomain("A_pending", "/recheck"),
  retryCustomDomain: ofDomain("A_failed", "/retry"),
  listPointMultipliers: { path: "/v1/partner/point-multipliers" },
  getPointMultiplier: {
    path: multiplier("V3 in season"),
    foreign: multiplier("W1 in season"),
    outOfReach: multiplier("V3 in season")
  },
  listBenefits: { path: `${loyalty}/benefits?propertyId=${V1}` },
  createBenefit: {
    path: `${loyalty}/benefits`,
    body: newBenefit,
    otherBody: { ...newBenefit, scope: "property", propertyIds: [V1] },
    status: 201
  },
  getBenefit: benefit("breakfast", "harbour_tour_b"),
  changeBenefit: {
    ...benefit("lounge", "harbour_tour_b"),
    body: { name: "Library" },
    otherBody: { description: null, enabled: false }
  },
  archiveBenefit: { ...benefit("transfer", "paused_b"), status: 204 },
  listBenefitOverrides: benefit("breakfast", "harbour_tour_b", "/venue-overrides"),
  setBenefitOverride: {
    path: overrideAt("suite_upgrade", V1),
    body: { overriddenName: "Tower suite" },
    otherBody: { enabled: false },
    foreign: overrideAt("suite_upgrade", W1),
    outOfReach: overrideAt("suite_upgrade", V2)
  },
  removeBenefitOverride: {
    path: overrideAt("breakfast", V1),
    foreign: overrideAt("breakfast", W1),
    outOfReach: overrideAt("welcome_drink", V2),
    status: 204
  },
  listBenefitGroups: { path: `${loyalty}/benefit-groups` },
  createBenefitGroup: {
    path: `${loyalty}/benefit-groups`,
    body: { name: "On the water" },
    otherBody: { name: "On the water", stayRequired: true },
    status: 201
  },
  getBenefitGroup: benefitGroup("room"),
  changeBenefitGroup: { ...benefitGroup("room"), body: { name: "Rooms" }, otherBody: { enabled: false } },
  removeBenefitGroup: { ...benefitGroup("seasonal"), status: 204 },
  replaceBenefitsOfGroup: {
    ...benefitGroup("stay", "/benefits"),
    body: { benefitIds: [demoIds.benefits["lounge"], demoIds.benefits["timeless_stay"]] },
    otherBody: { benefitIds: [] }
  },
  listEntitlements: { path: `${loyalty}/entitlements?propertyId=${V1}` },
  createEntitlement: {
    path: `${loyalty}/entitlements`,
    body: newEntitlement,
    otherBody: { ...newEntitlement, venueIds: [V1], validTo: "2031-12-31" },
    status: 201
  },
  changeEntitlement: { ...entitlement("spa_hour_1"), body: { quantityPerStay: 3 }, otherBody: { venueIds: [V1] } },
  withdrawEntitlement: { ...entitlement("spa_hour_3"), status: 204 },
  listPrograms: { path: programs },
  createProgram: { path: programs, body: { name: "House Club" }, otherBody: { name: "House Circle" }, status: 201 },
  getProgram: ofProgram("A_draft"),
  changeProgram: {
    ...ofProgram("A_draft"),
    body: { name: "House Club" },
    otherBody: { description: null, currencyName: "nuts" }
  },
  activateProgram: ofProgram("A_draft", "/activate"),
  archiveProgram: { ...ofProgram("A", "/archive"), body: { reason: "Replaced" }, otherBody: {} },
  listProgramVenues: ofProgram("A", "/venues"),
  replaceProgramVenues: {
    ...ofProgram("A_draft", "/venues"),
    body: { venueIds: [V1] },
    otherBody: { venueIds: [V1, V2] }
  },
  getEarningRules: ofProgram("A", "/earning-rules"),
  replaceEarningRules: {
    ...ofProgram("A_draft", "/earning-rules"),
    body: newRules,
    otherBody: { ...newRules, rules: [] }
  },
  listTiers: ofProgram("A_draft", "/tiers"),
  createTier: {
    ...ofProgram("A_draft", "/tiers"),
    body: newTier,
    otherBody: { ...newTier, color: "#353839" },
    status: 201
  },
  reorderTiers: {
    ...ofProgram("A", "/tiers/order"),
    body: { tierIds: [high, low, middle] },
    otherBody: { tierIds: [low, middle, high] }
  },
  getTier: ofTier("A_draft1"),
  changeTier: { ...ofTier("A_draft1"), body: { multiplier: 1.75 }, otherBody: { color: "#00a86b" } },
  removeTier: { ...ofTier("A_draft2"), status: 204 },
  listTeammates: { path: "/v1/partner/access/teammates" },
  getTeammate: { path: teammate("v1"), foreign: teammate("b"), outOfReach: teammate("v2") },
  replaceTeammateVenues: {
    path: `${teammate("v1")}/venues`,
    body: { venueIds: [V1, V2] },
    otherBody: { allVenues: true },
    foreign: `${teammate("w1")}/venues`,
    outOfReach: `${teammate("v2")}/venues`
  },
  addTeammateVenue: {
    path: `${teammate("v1")}/venues`,
    body: { venueId: V2 },
    otherBody: { venueId: demoIds.venues.V3 },
    foreign: `${teammate("w1")}/venues`,
    outOfReach: `${teammate("v2")}/venues`,
    bodyIds: [{ field: "venueId", foreign: W1, outOfReach: V2 }]
  },
  removeTeammateVenue: {
    path: `${teammate("v12")}/venues/${V1}`,
    foreign: `${teammate("v12")}/venues/${W1}`,
    outOfReach: `${teammate("v12")}/venues/${V2}`
  },
  listVenueTeammates: {
    path: `/v1/partner/access/venues/${V1}/teammates`,
    foreign: `/v1/partner/access/venues/${W1}/teammates`,
    outOfReach: `/v1/partner/access/venues/${V2}/teammates`
  },
  listGuestInvites: { path: invites },
  createGuestInvite: {
    path: invites,
    body: newInvite,
    otherBody: { ...newInvite, email: "other@example.com" },
    status: 201,
    bodyIds: [
      { field: "propertyId", foreign: demoIds.venues.W1, outOfReach: demoIds.venues.V2 },
      { field: "reservationId", foreign: stayAt("W1"), outOfReach: stayAt("V2") }
    ]
  },
  getGuestInvite: { path: invite("sent"), foreign: invite("sent_b"), outOfReach: invite("sent_v2") },
  changeGuestInvite: {
    path: invite("sent"),
    body: { email: "corrected@example.com" },
    otherBody: { phone: "+351912345678" },
    foreign: invite("sent_b"),
    outOfReach: invite("sent_v2")
  },
  resendGuestInvite: {
    path: invite("sent", "/resend"),
    body: {},
    otherBody: { channel: "email" },
    foreign: invite("sent_b", "/resend"),
    outOfReach: invite("sent_v2", "/resend")
  },
  revokeGuestInvite: {
    path: invite("sent", "/revoke"),
    body: { reason: "Sent to the wrong guest" },
    otherBody: {},
    foreign: invite("sent_b", "/revoke"),
    outOfReach: invite("sent_v2", "/revoke")
  },
  sendPublicInvite: {
    path: "/v1/partner/public/guest-invites/send",
    body: { inviteLinkToken: demoIds.inviteLinkTokens.V1, email: "guest@example.com", consent: true },
    otherBody: { inviteLinkToken: demoIds.inviteLinkTokens.V1, email: "other@example.com", consent: true },
    status: 202
  },
  ...pageSamples,
  ...themeKitSamples
}
