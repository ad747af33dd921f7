import { table } from "../dataset/Table.ts"
import { PageImage } from "./PageImage.ts"

/** Images of pages. */
export const imageTables = {
  pageImages: table(PageImage, {
    key: ["id"],
    references: { page_images_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  })
}
