import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { touchVenues } from "../access/TouchedVenues.ts"
import { type AuditedChange, audit } from "../audit/audit.ts"
import { Deployment } from "../shared/Deployment.ts"
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
  const { publicUrl } = yield* Deployment
  return toPageGroup(yield* Pages.use(({ get }) => get({ reach, pageGroupId })), publicUrl)
})

/** Records a change of a page in the audit log. */
export const auditPage = (
  { organizationId, xid }: PageGroupRow,
  change: Pick<AuditedChange, "action" | "before" | "after">
) => audit({ organizationId, subject: `page:${xid}`, ...change })
