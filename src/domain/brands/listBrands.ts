import { Effect } from "effect"
import { HubCaller } from "../access/HubCaller.ts"
import { brandsPermission } from "../access/hubPermissions.ts"
import { requirePermissions } from "../access/requirePermissions.ts"
import { CursorInvalid, Cursors } from "../shared/Cursors.ts"
import type { Brand } from "./Brand.ts"
import { CoreApi } from "./CoreApi.ts"

/**
 * A page of the caller's brands with their venues, by name then id; `nextCursor` is null on the last page (HUB-015 to
 * HUB-023). The cursor is checked before the permission, like all syntax (REQUIREMENTS 0.3).
 */
export const listBrands = Effect.fnUntraced(function* (page: {
  readonly limit: number
  readonly cursor: string | undefined
}) {
  const { organization } = yield* HubCaller
  const cursors = yield* Cursors
  const core = yield* CoreApi
  const binding = `brands ${organization.id}`
  const opened = page.cursor === undefined ? undefined : cursors.open(binding, page.cursor)
  if (opened !== undefined && opened._tag !== "Position") return yield* new CursorInvalid()
  yield* requirePermissions([brandsPermission])
  const { items, next } = yield* core
    .listBrands({ organization, limit: page.limit, after: opened?.position })
    .pipe(Effect.catchTag("CorePositionUnknown", () => Effect.fail(new CursorInvalid())))
  const nextCursor = next === null ? null : cursors.seal(binding, next)
  const result: { readonly items: ReadonlyArray<Brand>; readonly nextCursor: string | null } = { items, nextCursor }
  return result
})
