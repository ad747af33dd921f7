/**
 * All permissions that each endpoint needs, according to the requirements rather than the endpoints' own declarations
 * (HUB-015, HUB-061, INT-006, INT-007, PAR-102 to PAR-114): any further permission that an endpoint demands would
 * reject callers who may call it. If they depend on the request, they are those of its sample. Endpoints yet to be
 * declared are listed already.
 */
const table = `
  GET /api/external/v1/brands hub:api:brands:read
  GET /api/external/v1/messaging hub:api:actions:read
  POST /api/external/v1/messaging hub:api:actions:claim
  GET /api/v1/chat-links/:chatLinkId
  POST /api/v1/chat-links/:token/confirm
  DELETE /api/v1/chat-links/:chatLinkId hub:organizations:manage
  POST /api/v1/session
  DELETE /api/v1/session
  GET /api/v1/orgs/:orgId/messaging hub:guests:read
  POST /api/v1/orgs/:orgId/messaging hub:guests:read hub:organizations:manage
  GET /api/v1/orgs/:orgId/collaboration hub:guests:read
  POST /api/v1/orgs/:orgId/collaboration hub:guests:read hub:organizations:manage
  GET /api/v1/orgs/:orgId/settings/integrations hub:organizations:manage
  POST /api/v1/orgs/:orgId/settings/integrations hub:organizations:manage
  POST /api/v1/orgs/:orgId/settings/integrations/:integrationId/keys hub:organizations:manage
  DELETE /api/v1/orgs/:orgId/settings/integrations/:integrationId/keys/:keyId hub:organizations:manage
  PUT /api/v1/orgs/:orgId/settings/integrations/:integrationId/grant hub:organizations:manage
  POST /api/v1/orgs/:orgId/settings/invite-links/:propertyId/rotate hub:organizations:manage
  GET /v1/partner/scope
  GET /v1/partner/fulfillments/autocomplete/offers partner:fulfillments:read
  GET /v1/partner/fulfillments/search partner:fulfillments:read
  GET /v1/partner/fulfillments/pending partner:fulfillments:read
  GET /v1/partner/fulfillments/:fulfillmentId partner:fulfillments:read
  GET /v1/partner/fulfillments/:fulfillmentId/redemptions partner:fulfillments:read
  POST /v1/partner/fulfillments/:fulfillmentId/approve partner:fulfillments:write
  POST /v1/partner/fulfillments/:fulfillmentId/reject partner:fulfillments:write
  POST /v1/partner/fulfillments/:fulfillmentId/fulfill partner:fulfillments:write
  POST /v1/partner/fulfillments/:fulfillmentId/modify partner:fulfillments:write
  GET /v1/partner/arrivals partner:arrivals:read
  GET /v1/partner/arrivals/:taskId partner:arrivals:read
  POST /v1/partner/arrivals/:taskId/ack partner:arrivals:write
  GET /v1/partner/members partner:guests:read
  GET /v1/partner/members/:externalId partner:guests:read
  GET /v1/partner/members/:externalId/entitlements partner:guests:read partner:loyalty:benefits:read
  GET /v1/partner/members/:externalId/reservations partner:guests:read partner:reservations:read
  GET /v1/partner/reservations partner:reservations:read
  GET /v1/partner/reservations/:reservationId partner:reservations:read
  GET /v1/partner/insight/guests/:hashedPmsGuestId partner:guests:read partner:guests:pii:read
  GET /v1/partner/insight/reservations/:reservationId partner:guests:read partner:guests:pii:read
  GET /v1/partner/insight/members/:memberId partner:guests:read partner:guests:pii:read
  GET /v1/partner/insight/stats partner:guests:read partner:guests:pii:read
  GET /v1/partner/vguests/guest-invites partner:guests:read partner:guests:pii:read
  POST /v1/partner/vguests/guest-invites partner:guests:read partner:guests:pii:read
  GET /v1/partner/vguests/guest-invites/:inviteId partner:guests:read partner:guests:pii:read
  PATCH /v1/partner/vguests/guest-invites/:inviteId partner:guests:read partner:guests:pii:read
  POST /v1/partner/vguests/guest-invites/:inviteId/resend partner:guests:read partner:guests:pii:read
  POST /v1/partner/vguests/guest-invites/:inviteId/revoke partner:guests:read partner:guests:pii:read
  POST /v1/partner/public/guest-invites/send
  GET /v1/partner/pages partner:pages:read
  GET /v1/partner/pages/:pageGroupId partner:pages:read
  GET /v1/partner/pages/:pageGroupId/preview partner:pages:read
  GET /v1/partner/pages/:pageGroupId/seo partner:pages:read
  GET /v1/partner/pages/:pageGroupId/theme partner:pages:read
  GET /v1/partner/pages/:pageGroupId/eligible-domains partner:pages:read
  GET /v1/partner/pages/:pageGroupId/member-gate-programs partner:pages:read
  PATCH /v1/partner/pages/:pageGroupId partner:pages:manage
  PATCH /v1/partner/pages/:pageGroupId/theme partner:pages:manage
  PUT /v1/partner/pages/:pageGroupId/seo partner:pages:manage
  PUT /v1/partner/pages/:pageGroupId/custom-domain partner:pages:manage
  POST /v1/partner/pages/:pageGroupId/featured-image partner:pages:manage
  POST /v1/partner/pages/:pageGroupId/edit partner:pages:manage
  POST /v1/partner/pages/:pageGroupId/discard-draft partner:pages:manage
  POST /v1/partner/pages/:pageGroupId/publish partner:pages:manage
  POST /v1/partner/pages/:pageGroupId/unpublish partner:pages:manage
  GET /v1/partner/loyalty/programs partner:loyalty:programs:read
  POST /v1/partner/loyalty/programs partner:loyalty:programs:write
  GET /v1/partner/loyalty/programs/:programId partner:loyalty:programs:read
  PATCH /v1/partner/loyalty/programs/:programId partner:loyalty:programs:write
  POST /v1/partner/loyalty/programs/:programId/activate partner:loyalty:programs:write
  POST /v1/partner/loyalty/programs/:programId/archive partner:loyalty:programs:write
  GET /v1/partner/loyalty/programs/:programId/venues partner:loyalty:programs:read
  PUT /v1/partner/loyalty/programs/:programId/venues partner:loyalty:programs:write
  GET /v1/partner/loyalty/programs/:programId/earning-rules partner:loyalty:programs:read
  PUT /v1/partner/loyalty/programs/:programId/earning-rules partner:loyalty:programs:write
  GET /v1/partner/loyalty/programs/:programId/tiers partner:loyalty:programs:read
  POST /v1/partner/loyalty/programs/:programId/tiers partner:loyalty:programs:write
  GET /v1/partner/loyalty/programs/:programId/tiers/:tierId partner:loyalty:programs:read
  PATCH /v1/partner/loyalty/programs/:programId/tiers/:tierId partner:loyalty:programs:write
  DELETE /v1/partner/loyalty/programs/:programId/tiers/:tierId partner:loyalty:programs:write
  PUT /v1/partner/loyalty/programs/:programId/tiers/order partner:loyalty:programs:write
  GET /v1/partner/loyalty/benefits partner:loyalty:benefits:read
  POST /v1/partner/loyalty/benefits partner:loyalty:benefits:write
  GET /v1/partner/loyalty/benefits/:benefitId partner:loyalty:benefits:read
  PATCH /v1/partner/loyalty/benefits/:benefitId partner:loyalty:benefits:write
  DELETE /v1/partner/loyalty/benefits/:benefitId partner:loyalty:benefits:write
  GET /v1/partner/loyalty/benefits/:benefitId/venue-overrides partner:loyalty:benefits:read
  PUT /v1/partner/loyalty/benefits/:benefitId/venue-overrides/:venueId partner:loyalty:benefits:write
  DELETE /v1/partner/loyalty/benefits/:benefitId/venue-overrides/:venueId partner:loyalty:benefits:write
  GET /v1/partner/loyalty/benefit-groups partner:loyalty:benefits:read
  POST /v1/partner/loyalty/benefit-groups partner:loyalty:benefits:write
  GET /v1/partner/loyalty/benefit-groups/:groupId partner:loyalty:benefits:read
  PATCH /v1/partner/loyalty/benefit-groups/:groupId partner:loyalty:benefits:write
  DELETE /v1/partner/loyalty/benefit-groups/:groupId partner:loyalty:benefits:write
  PUT /v1/partner/loyalty/benefit-groups/:groupId/benefits partner:loyalty:benefits:write
  GET /v1/partner/loyalty/entitlements partner:loyalty:benefits:read
  POST /v1/partner/loyalty/entitlements partner:loyalty:benefits:write
  PATCH /v1/partner/loyalty/entitlements/:entitlementId partner:loyalty:benefits:write
  DELETE /v1/partner/loyalty/entitlements/:entitlementId partner:loyalty:benefits:write
  GET /v1/partner/access/teammates partner:access:read
  GET /v1/partner/access/teammates/:teammateId partner:access:read
  PUT /v1/partner/access/teammates/:teammateId/venues partner:access:write
  POST /v1/partner/access/teammates/:teammateId/venues partner:access:write
  DELETE /v1/partner/access/teammates/:teammateId/venues/:venueId partner:access:write
  GET /v1/partner/access/venues/:venueId/teammates partner:access:read
  GET /v1/partner/theme-kits partner:theme-kits:read
  POST /v1/partner/theme-kits partner:theme-kits:manage
  GET /v1/partner/theme-kits/:themeKitId partner:theme-kits:read
  PATCH /v1/partner/theme-kits/:themeKitId partner:theme-kits:manage
  DELETE /v1/partner/theme-kits/:themeKitId partner:theme-kits:manage
  POST /v1/partner/theme-kits/:themeKitId/duplicate partner:theme-kits:manage
  POST /v1/partner/theme-kits/:themeKitId/set-default partner:theme-kits:manage
  GET /v1/partner/custom-domains partner:custom-domains:read
  POST /v1/partner/custom-domains partner:custom-domains:manage
  GET /v1/partner/custom-domains/:customDomainId partner:custom-domains:read
  GET /v1/partner/custom-domains/:customDomainId/dns-records partner:custom-domains:read
  DELETE /v1/partner/custom-domains/:customDomainId partner:custom-domains:manage
  POST /v1/partner/custom-domains/:customDomainId/recheck partner:custom-domains:manage
  POST /v1/partner/custom-domains/:customDomainId/retry partner:custom-domains:manage
  GET /v1/partner/offer-code-pools offers:codes:read
  POST /v1/partner/offer-code-pools offers:codes:write
  GET /v1/partner/offer-code-pools/:poolId offers:codes:read
  PATCH /v1/partner/offer-code-pools/:poolId offers:codes:write
  DELETE /v1/partner/offer-code-pools/:poolId offers:codes:write
  GET /v1/partner/offer-code-pools/:poolId/codes offers:codes:read
  POST /v1/partner/offer-code-pools/:poolId/codes offers:codes:write
  DELETE /v1/partner/offer-code-pools/:poolId/codes/:codeId offers:codes:write
  GET /v1/partner/point-multipliers partner-details:read
  GET /v1/partner/point-multipliers/:multiplierId partner-details:read
`

const rows = new Map(
  table.split("\n").flatMap((line) => {
    const [method, path, ...permissions] = line.trim().split(" ")
    return path === undefined ? [] : [[`${method} ${path}`, permissions] as const]
  })
)

/** The permissions of an endpoint; undefined if the table lacks it. */
export const neededPermissions = ({ method, path }: { readonly method: string; readonly path: string }) =>
  rows.get(`${method} ${path}`)
