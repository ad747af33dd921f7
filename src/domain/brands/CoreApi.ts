import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { BrandPage } from "./Brand.ts"
import type { CoreNotReady, CorePositionUnknown, CoreUnavailable } from "./BrandErrors.ts"

/** Which brands: one organization's, at most `limit` of them, behind the position `after` of an earlier page. */
export interface BrandsQuery {
  readonly organization: { readonly id: OrganizationId; readonly xid: string }
  readonly limit: number
  readonly after: string | undefined
}

/** The core hospitality API, which owns brands and venues: read at every request, never kept (HUB-001, A-53). */
export class CoreApi extends Context.Service<
  CoreApi,
  {
    /** Brands of any status with their venues, by name then id, both binary (HUB-023). */
    readonly listBrands: (
      query: BrandsQuery
    ) => Effect.Effect<BrandPage, CoreUnavailable | CoreNotReady | CorePositionUnknown>
  }
>()("hub/domain/brands/CoreApi") {}
