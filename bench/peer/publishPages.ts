import type { FastifyInstance, FastifyRequest } from "fastify"
import type { PoolClient } from "pg"
import { publishStatements } from "../statements/publishStatements.ts"
import { statements } from "../statements/statements.ts"
import type { Database } from "./database.ts"
import { leased, requireKey } from "./leased.ts"
import { due } from "./member/due.ts"
import { type Content, pageGroup, pageOf, type PageRow } from "./pages.ts"
import { actorOf, organizationOf } from "./partnerParts.ts"
import { Problem } from "./Problem.ts"

/** A change in the audit log. */
interface Change {
  readonly action: string
  readonly before: object | null
  readonly after: object
}

/** The work of a request on a page, which is locked in one transaction. */
interface Work {
  readonly client: PoolClient
  readonly organizationId: number
  readonly page: PageRow
  readonly now: Date
}

const schema = {
  params: {
    type: "object",
    properties: { pageGroupId: { type: "string", minLength: 1, maxLength: 180, pattern: "^[\\x21-\\x7e]+$" } }
  },
  response: { 200: pageGroup }
} as const

const missing = () => new Problem(404, "not_found", "Not found")

const contentOf = ({
  blocks,
  body,
  featuredImage,
  headline,
  locale,
  memberGate,
  seo,
  slug,
  theme,
  title
}: Content) => ({
  title,
  headline,
  body,
  blocks,
  slug,
  locale,
  featured_image: featuredImage,
  seo,
  theme,
  member_gate: memberGate
})

/** Drafts of published pages of a venue, and their publication, with the same transactions as the service. */
export const publishPageRoutes = (app: FastifyInstance, database: Database) => {
  const openDraft = async ({ client, now, organizationId, page }: Work): Promise<Change | undefined> => {
    const { draft, id, lastVersion, published } = page
    if (draft !== null) return undefined
    if (published === null) throw due()
    const number = lastVersion + 1
    await database.rows(client, publishStatements.insertDraft, {
      row: JSON.stringify({
        organization_id: organizationId,
        page_group_id: id,
        number,
        ...contentOf(published),
        created_at: now,
        updated_at: now,
        published_at: null
      })
    })
    await database.rows(client, publishStatements.countVersion, {
      key: JSON.stringify({ id, organization_id: organizationId }),
      change: JSON.stringify({ last_version: number, updated_at: now })
    })
    return { action: "page.draft_opened", before: null, after: { version: number, from: published.number } }
  }

  const publish = async ({ client, now, organizationId, page }: Work): Promise<Change> => {
    const { draft, id, published, status } = page
    if (draft === null) throw new Problem(409, "draft_required", "There is no draft")
    await database.rows(client, publishStatements.showPage, {
      key: JSON.stringify({ id, organization_id: organizationId }),
      change: JSON.stringify({ status: "published", published_slug: draft.slug, updated_at: now })
    })
    await database.rows(client, publishStatements.publishDraft, {
      key: JSON.stringify({ id: draft.id, organization_id: organizationId, published_at: null }),
      change: JSON.stringify({ published_at: now })
    })
    await database.rows(client, publishStatements.announce, { organization: String(organizationId) })
    return {
      action: "page.published",
      before: { status, version: published?.number ?? null },
      after: { status: "published", version: draft.number }
    }
  }

  const changing = async (
    client: PoolClient,
    request: FastifyRequest,
    organizationId: number,
    pageGroupId: string,
    change: (work: Work) => Promise<Change | undefined>
  ) => {
    const key = { organizationId, page: pageGroupId }
    const locked = await database.rows(client, publishStatements.lockPage, key)
    if (locked.length === 0) throw missing()
    const [page] = await database.rows<PageRow>(client, publishStatements.page, key)
    if (page === undefined) throw missing()
    if (page.propertyId === null || request.partnerKey?.allVenues !== true) throw due()
    const now = new Date()
    const changed = await change({ client, organizationId, page, now })
    if (changed !== undefined) {
      await database.rows(client, statements.audit, {
        organizationId,
        actor: actorOf(request),
        action: changed.action,
        subject: `page:${page.xid}`,
        before: changed.before === null ? null : JSON.stringify(changed.before),
        after: JSON.stringify(changed.after),
        requestId: request.id,
        createdAt: now
      })
    }
    const [after] = await database.rows<PageRow>(client, publishStatements.page, key)
    if (after === undefined) throw missing()
    return { answer: pageOf(after), venueIds: [page.propertyId] }
  }

  for (const [verb, change] of [
    ["edit", openDraft],
    ["publish", publish]
  ] as const) {
    app.post<{ Params: { readonly pageGroupId: string } }>(
      `/pages/:pageGroupId/${verb}`,
      { schema, preParsing: requireKey },
      async (request, reply) => {
        void reply.header("X-Hub-Preview", "true")
        const organizationId = organizationOf(request, "partner:pages:manage")
        const { pageGroupId } = request.params
        return leased(database, request, reply, organizationId, (client) =>
          changing(client, request, organizationId, pageGroupId, change)
        )
      }
    )
  }
}
