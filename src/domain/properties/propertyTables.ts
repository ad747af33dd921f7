import { table } from "../dataset/Table.ts"
import { Property, PropertyDetails } from "./Property.ts"
import { PropertyAvailability } from "./PropertyAvailability.ts"

/** Venues and their availability. */
export const propertyTables = {
  properties: table(Property, {
    key: ["id"],
    uniques: {
      properties_document_id_key: { fields: ["documentId"] },
      properties_slug_key: { fields: ["slug"] },
      properties_tenant_key: { fields: ["organizationId", "id"] }
    },
    references: {
      properties_organization_id_brand_id_fkey: { fields: ["organizationId", "brandId"], to: "brands" },
      properties_organization_id_fkey: { fields: ["organizationId"], to: "organizations" }
    },
    tenant: "organizationId",
    global: { documentId: "published venues are public", slug: "published venues are public" }
  }),
  propertyDetails: table(PropertyDetails, {
    key: ["propertyId"],
    references: { property_details_property_id_fkey: { fields: ["propertyId"], to: "properties" } },
    tenant: "propertyId"
  }),
  propertyAvailability: table(PropertyAvailability, {
    key: ["propertyId", "date"],
    references: { property_availability_property_id_fkey: { fields: ["propertyId"], to: "properties" } },
    tenant: "propertyId"
  })
}
