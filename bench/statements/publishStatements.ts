import { DateTime } from "effect"
import type { Reach } from "../../src/domain/access/Reach.ts"
import { OrganizationId } from "../../src/domain/organizations/Organization.ts"
import { PageGroupRowId } from "../../src/domain/pages/PageGroup.ts"
import { makeAnnouncePageChange } from "../../src/sql/repositories/PageChangesSql.ts"
import { makePagesSql } from "../../src/sql/repositories/PagesSql.ts"
import { rowsOf } from "../rows/rowsOf.ts"
import { integer, json, statementOf, text } from "./statementOf.ts"

const organizationId = OrganizationId.make(7001)
const pageGroupId = PageGroupRowId.make(7002)
const timestamp = "2026-01-02T03:04:05.006Z"
const now = DateTime.makeUnsafe(timestamp)

/** All venues of one organization. */
const reach: Reach = { organizationIds: [organizationId], venueIds: "all" }

const locator = { reach, pageGroupId: "page" }
const locatorValues = { organizationId: integer(7001), page: text("page") }
const group = { organizationId, id: pageGroupId }
const groupKey = json({ id: 7002, organization_id: 7001 })

const content = {
  title: "title",
  headline: null,
  body: "",
  blocks: [],
  slug: "slug",
  locale: "en"
}

const look = {
  seo: { title: null, description: null, canonicalUrl: null, robots: "index,follow", ogImageUrl: null },
  theme: { themeKitId: null, colors: {}, fonts: {}, logoUrl: null, borderRadius: 8 }
}

/** The statements of drafting and publishing pages. Generic row statements take JSON. */
export const publishStatements = {
  lockPage: statementOf("lockPage", makePagesSql, (pages) => pages.lock(locator), locatorValues),
  page: statementOf("page", makePagesSql, (pages) => pages.get(locator), locatorValues),
  insertDraft: statementOf(
    "insertDraft",
    rowsOf("pageVersions"),
    (versions) =>
      versions.insertNumbered({
        ...content,
        ...look,
        featuredImage: null,
        memberGate: { enabled: false, programId: null },
        organizationId,
        pageGroupId,
        number: 7003,
        createdAt: now,
        updatedAt: now,
        publishedAt: null
      }),
    {
      row: json({
        organization_id: 7001,
        page_group_id: 7002,
        number: 7003,
        ...content,
        featured_image: null,
        ...look,
        member_gate: { enabled: false, programId: null },
        created_at: timestamp,
        updated_at: timestamp,
        published_at: null
      })
    }
  ),
  countVersion: statementOf(
    "countVersion",
    rowsOf("pageGroups"),
    (groups) => groups.change(group, { lastVersion: 7003, updatedAt: now }),
    { key: groupKey, change: json({ last_version: 7003, updated_at: timestamp }) }
  ),
  showPage: statementOf(
    "showPage",
    rowsOf("pageGroups"),
    (groups) => groups.update(group, { status: "published", publishedSlug: "slug", updatedAt: now }),
    { key: groupKey, change: json({ status: "published", published_slug: "slug", updated_at: timestamp }) }
  ),
  publishDraft: statementOf(
    "publishDraft",
    rowsOf("pageVersions"),
    (versions) => versions.change({ organizationId, id: 7004, publishedAt: null }, { publishedAt: now }),
    {
      key: json({ id: 7004, organization_id: 7001, published_at: null }),
      change: json({ published_at: timestamp })
    }
  ),
  announce: statementOf("announce", makeAnnouncePageChange, (announceOf) => announceOf(organizationId), {
    organization: text("7001")
  })
}
