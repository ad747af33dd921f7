import { DateTime, Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { touchVenues } from "../access/TouchedVenues.ts"
import { audit } from "../audit/audit.ts"
import type { PageGroupRow } from "./PageGroup.ts"
import { Pages } from "./Pages.ts"
import { toPageGroup } from "./PageView.ts"

/** Policy step: who reaches the venue of a page may change it; one of a whole organization needs all venues (DOMAIN 1.7). */
const mayWrite = Effect.fnUntraced(function* ({ propertyId }: PageGroupRow) {
  const { reach } = yield* PartnerCaller
  if (propertyId === null) return yield* requireAllVenues(reach)
  yield* touchVenues(propertyId)
})

/** A page that the caller may change, without a lock: for what must be locked before the page. */
export const findWritablePage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { reach } = yield* PartnerCaller
  const page = yield* Pages.use(({ get }) => get({ reach, pageGroupId }))
  yield* mayWrite(page.group)
  return page
})

/** Locks a page that the caller may change: of two changes at once one follows the other. Needs a transaction, its caller's. */
export const lockPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { reach } = yield* PartnerCaller
  const page = yield* Pages.use(({ getForUpdate }) => getForUpdate({ reach, pageGroupId }))
  yield* mayWrite(page.group)
  return page
})

/** A page as it is now. */
export const showPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { reach } = yield* PartnerCaller
  return toPageGroup(yield* Pages.use(({ get }) => get({ reach, pageGroupId })))
})

/** Writes a change of a locked page, and records it in the audit log. */
export const savePage = Effect.fnUntraced(function* (
  group: PageGroupRow,
  change: Partial<Pick<PageGroupRow, "status" | "publishedSlug" | "customDomainId" | "lastVersion">>,
  audited: { readonly action: string; readonly before: unknown; readonly after: unknown }
) {
  const updatedAt = yield* DateTime.now
  yield* Pages.use(({ update }) => update(group, { ...change, updatedAt }))
  yield* audit({ organizationId: group.organizationId, subject: `page:${group.xid}`, ...audited })
  return updatedAt
})
