import { table } from "../dataset/Table.ts"
import { Offer, OfferCategory } from "./Offer.ts"
import { OfferCode, OfferCodePool } from "./OfferCode.ts"

/** Offers and their codes. */
export const offerTables = {
  offerCategories: table(OfferCategory, {
    key: ["id"],
    tenant: { none: "categories are shared by all organizations" }
  }),
  offers: table(Offer, {
    key: ["id"],
    uniques: { offers_tenant_key: { fields: ["organizationId", "id"] }, offers_xid_key: { fields: ["xid"] } },
    references: {
      offers_category_id_fkey: { fields: ["categoryId"], to: "offerCategories" },
      offers_organization_id_fkey: { fields: ["organizationId"], to: "organizations" },
      offers_property_fkey: { fields: ["organizationId", "propertyId"], to: "properties" }
    },
    tenant: "organizationId"
  }),
  offerCodePools: table(OfferCodePool, {
    key: ["id"],
    uniques: {
      offer_code_pools_tenant_key: { fields: ["organizationId", "id"] },
      offer_code_pools_xid_key: { fields: ["xid"] }
    },
    references: { offer_code_pools_offer_fkey: { fields: ["organizationId", "offerId"], to: "offers" } },
    tenant: "organizationId"
  }),
  offerCodes: table(OfferCode, {
    key: ["id"],
    uniques: {
      offer_codes_fulfillment_key: { fields: ["fulfillmentId"] },
      offer_codes_value_key: { fields: ["poolId", "valueHash"] },
      offer_codes_xid_key: { fields: ["xid"] }
    },
    references: {
      offer_codes_fulfillment_fkey: { fields: ["organizationId", "fulfillmentId"], to: "fulfillments", deferred: true },
      offer_codes_pool_fkey: { fields: ["organizationId", "poolId"], to: "offerCodePools" }
    },
    tenant: "organizationId"
  })
}
