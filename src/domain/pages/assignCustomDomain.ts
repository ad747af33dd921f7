import { DateTime, Effect, Option } from "effect"
import { NotFound } from "../shared/NotFound.ts"
import { auditPage, findWritablePage, lockPage } from "./lockPage.ts"
import { PageChanges } from "./PageChanges.ts"
import { CustomDomainNotVerified } from "./PageErrors.ts"
import { Pages } from "./Pages.ts"
import { getPage } from "./readPages.ts"

const verifiedDomain = Effect.fnUntraced(function* (pageGroupId: string, customDomainId: string) {
  const { organizationId } = (yield* findWritablePage(pageGroupId)).group
  const domain = yield* Pages.use(({ findDomainForShare }) => findDomainForShare({ organizationId, customDomainId }))
  if (Option.isNone(domain)) return yield* new NotFound({ field: "customDomainId" })
  const { id, status } = domain.value
  if (status !== "verified") return yield* new CustomDomainNotVerified({ currentStatus: status })
  return id
})

/**
 * Assigns a verified domain of its organization to a page, or unassigns it. Works in every state and without a draft,
 * since it edits no version (PAR-081, PAR-082). Locks the domain before the page, the same order as disconnecting.
 */
export const assignCustomDomain = Effect.fnUntraced(function* (pageGroupId: string, customDomainId: string | null) {
  const id = customDomainId === null ? null : yield* verifiedDomain(pageGroupId, customDomainId)
  const { customDomain, group } = yield* lockPage(pageGroupId)
  if (group.customDomainId !== id) {
    const at = yield* DateTime.now
    yield* Pages.use((pages) => pages.assignDomain(group, id, at))
    yield* PageChanges.use((changes) => changes.publish(group))
    yield* auditPage(group, {
      action: "page.domain_assigned",
      before: { customDomainId: customDomain?.xid ?? null },
      after: { customDomainId }
    })
  }
  return yield* getPage(pageGroupId)
})
