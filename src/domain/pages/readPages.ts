import { Effect } from "effect"
import { PartnerCaller } from "../access/PartnerCaller.ts"
import { Deployment } from "../shared/Deployment.ts"
import { NotFound } from "../shared/NotFound.ts"
import { DraftNotFound } from "./PageErrors.ts"
import type { PageStatus } from "./PageGroup.ts"
import { Pages } from "./Pages.ts"
import { toPageGroup, toPageTheme } from "./PageView.ts"
import { renderPage } from "./renderPage.ts"

/** A page of the pages within reach, by name then id. */
export const listPages = Effect.fnUntraced(function* (query: {
  readonly status?: ReadonlyArray<PageStatus> | undefined
  readonly q?: string | undefined
  readonly limit: number
  readonly offset: number
}) {
  const { limit, offset, q, status } = query
  const { reach } = yield* PartnerCaller
  const { items, total } = yield* Pages.use(({ list }) => list({ reach, statuses: status, q, limit, offset }))
  const { address } = yield* Deployment
  return { items: items.map((page) => toPageGroup(page, address)), total, limit, offset }
})

/** Which version of a page to read. */
export type VersionName = "draft" | "published"

const findPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { reach } = yield* PartnerCaller
  return yield* Pages.use(({ get }) => get({ reach, pageGroupId }))
})

/** The current state of a page. */
export const getPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { address } = yield* Deployment
  return toPageGroup(yield* findPage(pageGroupId), address)
})

/** The requested version; by default the draft, else the latest published version. */
const versionOf = Effect.fnUntraced(function* (pageGroupId: string, requested: VersionName | undefined) {
  const { draft, published } = yield* findPage(pageGroupId)
  const version = requested === "published" ? published : requested === "draft" ? draft : (draft ?? published)
  if (version !== null) return version
  return yield* requested === "published" ? new NotFound({}) : new DraftNotFound()
})

/** The search settings of a version. */
export const getPageSeo = (pageGroupId: string, requested: VersionName | undefined) =>
  Effect.map(versionOf(pageGroupId, requested), ({ number, seo }) => ({ version: number, seo }))

/** The theme of a version. */
export const getPageTheme = (pageGroupId: string, requested: VersionName | undefined) =>
  Effect.map(versionOf(pageGroupId, requested), toPageTheme)

/** Renders the current draft of a page (PAR-075). */
export const previewPage = Effect.fnUntraced(function* (pageGroupId: string) {
  const { draft, group } = yield* findPage(pageGroupId)
  if (draft === null) return yield* new DraftNotFound()
  return { pageGroupId, version: draft.number, ...(yield* renderPage(group, draft)) }
})

/**
 * The verified domains of the page's organization, by hostname. Pages of venues out of reach are not disclosed
 * (PAR-078, A-140).
 */
export const listEligibleDomains = Effect.fnUntraced(function* (pageGroupId: string) {
  const { reach } = yield* PartnerCaller
  const { organizationId } = (yield* findPage(pageGroupId)).group
  const domains = yield* Pages.use(({ listVerifiedDomains }) => listVerifiedDomains({ organizationId, reach }))
  return {
    items: domains.map(({ hostname, pageXid, xid }) => ({
      id: xid,
      hostname,
      status: "verified" as const,
      assignedPageGroupId: pageXid
    }))
  }
})

/** The active programs of the page's organization, which can gate the page (PAR-079). */
export const listGatePrograms = Effect.fnUntraced(function* (pageGroupId: string) {
  const { organizationId } = (yield* findPage(pageGroupId)).group
  const programs = yield* Pages.use(({ listPrograms }) => listPrograms(organizationId))
  return {
    items: programs.flatMap(({ name, status, xid }) =>
      status === "active" ? [{ programId: xid, name, status: "active" as const }] : []
    )
  }
})
