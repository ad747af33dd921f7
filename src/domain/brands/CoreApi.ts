import { Context, type Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import type { BrandPage } from "./Brand.ts"
import type { CoreNotReady, CorePositionUnknown, CoreUnavailable } from "./BrandErrors.ts"

/** Which brands: at most `limit` of one organization, after the position `after` of an earlier page. */
export interface BrandsQuery {
  readonly organization: { readonly id: OrganizationId; readonly xid: string }
  readonly limit: number
  readonly after: string | undefined
}

/** The core hospitality API, which owns brands and venues: read on every request, never cached (HUB-001, A-53). */
export class CoreApi extends Context.Service<
  CoreApi,
  {
    /** Brands of any status with their venues, by name then id in binary order (HUB-023). */
    readonly listBrands: (
      query: BrandsQuery
    ) => Effect.Effect<BrandPage, CoreUnavailable | CoreNotReady | CorePositionUnknown>
  }
>()("hub/domain/brands/CoreApi") {}
