import type { FastifyInstance } from "fastify"
import { configuredStatements } from "../statements/configuredStatements.ts"
import type { Database } from "./database.ts"
import { due } from "./member/due.ts"
import { iso, isoOrNull, type Listed, organizationOf, type Page, paging, querystring } from "./partnerParts.ts"
import { flag, list, nullable, nullableText, record, text, time, whole } from "./wire.ts"

/** The content of a version. */
export interface Content {
  readonly title: string
  readonly headline: string | null
  readonly body: string
  readonly blocks: ReadonlyArray<object>
  readonly slug: string
  readonly locale: string
  readonly featuredImage: object | null
  readonly seo: object
  readonly theme: object
  readonly memberGate: object
}

/** A version in the database's JSON. */
interface Version extends Content {
  readonly id: number
  readonly number: number
  readonly updatedAt: string
  readonly publishedAt: string | null
}

/** A page with its last published version and its draft. */
export interface PageRow {
  readonly id: number
  readonly propertyId: number | null
  readonly lastVersion: number
  readonly xid: string
  readonly name: string
  readonly status: string
  readonly propertyXid: string | null
  readonly domainXid: string | null
  readonly hostname: string | null
  readonly published: Version | null
  readonly draft: Version | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

const anything = {}

const version = record({
  version: whole,
  title: text,
  headline: nullableText,
  body: text,
  blocks: list(anything),
  slug: text,
  locale: text,
  featuredImage: anything,
  seo: record({
    title: nullableText,
    description: nullableText,
    canonicalUrl: nullableText,
    robots: text,
    ogImageUrl: nullableText
  }),
  theme: anything,
  memberGate: record({ enabled: flag, programId: nullableText }),
  updatedAt: text,
  publishedAt: nullableText
})

/** A page on the wire. */
export const pageGroup = record({
  pageGroupId: text,
  name: text,
  slug: nullableText,
  status: text,
  hasDraft: flag,
  propertyId: nullableText,
  customDomain: nullable(record({ id: text, hostname: text })),
  published: nullable(version),
  draft: nullable(version),
  createdAt: time,
  updatedAt: time
})

const versionOf = ({ number, ...found }: Version) => {
  if (found.featuredImage !== null) throw due()
  return { ...found, version: number, updatedAt: iso(found.updatedAt), publishedAt: isoOrNull(found.publishedAt) }
}

/** A page as partners see it. No measured page has an image. */
export const pageOf = ({ domainXid, draft, hostname, propertyXid, published, xid, ...group }: PageRow) => ({
  ...group,
  pageGroupId: xid,
  slug: published?.slug ?? draft?.slug ?? null,
  hasDraft: draft !== null,
  propertyId: propertyXid,
  customDomain: domainXid === null ? null : { id: domainXid, hostname },
  published: published === null ? null : versionOf(published),
  draft: draft === null ? null : versionOf(draft)
})

/** The list of pages, without filters. */
export const pageRoutes = (app: FastifyInstance, database: Database) => {
  app.get<{ Querystring: Page }>(
    "/pages",
    { schema: { querystring: querystring({}), response: { 200: record({ items: list(pageGroup), ...paging }) } } },
    async (request, reply) => {
      void reply.header("X-Hub-Preview", "true")
      const organizationId = organizationOf(request, "partner:pages:read")
      const { limit, offset } = request.query
      const rows = await database.rows<PageRow & Listed>(undefined, configuredStatements.pages, {
        organizationId,
        limit,
        offset
      })
      const items = rows.flatMap((row) => (row.position === null ? [] : [pageOf(row)]))
      return { items, total: rows[0]?.total ?? 0, limit, offset }
    }
  )
}
