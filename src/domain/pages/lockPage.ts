import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { requireAllVenues } from "../access/requireAllVenues.ts"
import { touchVenues } from "../access/TouchedVenues.ts"
import { type AuditedChange, audit } from "../audit/audit.ts"
import { DraftRequired } from "./PageErrors.ts"
import type { PageGroup } from "./PageGroup.ts"
import { Pages } from "./Pages.ts"

/**
 * Policy step: changing a page requires its venue within reach, or all venues for an organization-wide page (DOMAIN
 * 1.7).
 */
const requireWritable = Effect.fnUntraced(function* ({ propertyId }: PageGroup) {
  const { reach } = yield* PartnerCaller
  if (propertyId === null) return yield* requireAllVenues(reach)
  yield* touchVenues(propertyId)
})

/** A page that the caller may change, not locked: for use before taking locks that precede the page's. */
export const findWritablePage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { reach } = yield* PartnerCaller
  const page = yield* Pages.use(({ get }) => get({ reach, pageGroupId }))
  yield* requireWritable(page.group)
  return page
})

/** Locks a page that the caller may change, which serialises changes. Runs in the caller's transaction. */
export const lockPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { reach } = yield* PartnerCaller
  const page = yield* Pages.use(({ getForUpdate }) => getForUpdate({ reach, pageGroupId }))
  yield* requireWritable(page.group)
  return page
})

/** Locks a page that must have a draft. */
export const lockDraft = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, ...page } = yield* lockPage(pageGroupId)
  return draft === null ? yield* new DraftRequired() : { ...page, draft }
})

/** Records a change of a page in the audit log. */
export const auditPage = (
  { organizationId, xid }: PageGroup,
  change: Pick<AuditedChange, "action" | "before" | "after">
) => audit({ organizationId, subject: `page:${xid}`, ...change })
