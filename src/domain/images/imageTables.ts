import { table } from "../dataset/Table.ts"
import { PageImageRow } from "./PageImage.ts"

/** Images of pages. */
export const imageTables = {
  pageImages: table(PageImageRow, {
    key: ["id"],
    references: { page_images_organization_id_fkey: { fields: ["organizationId"], to: "organizations" } },
    tenant: "organizationId"
  })
}
