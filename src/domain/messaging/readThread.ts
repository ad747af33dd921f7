import { Effect, Schema } from "effect"
import { HubCaller } from "../access/HubCaller.ts"
import { Messages } from "./Messages.ts"
import { requireGrant } from "./requireGrant.ts"
import { openCursor, positionOf, scanPage, scanRows } from "./scanPage.ts"
import { ThreadRecord, threadRecords } from "./ThreadRecord.ts"

/** A page of a guest's conversation, newest first (HUB-047). */
export const ThreadPage = Schema.Struct({
  view: Schema.Literal("thread").annotateKey({ description: "The view that was read" }),
  scope: Schema.String.annotateKey({ description: "Id of the workspace" }),
  guest: Schema.String.annotateKey({ description: "Canonical id of the guest that the page is limited to" }),
  items: Schema.Array(ThreadRecord).annotateKey({
    description: "The visible messages of this page, newest first; it can be empty although more pages follow"
  }),
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description: "Pass it as `before` for the next page; null on the last one"
  })
}).annotate({ identifier: "ThreadPage" })
export type ThreadPage = typeof ThreadPage.Type

export interface ThreadQuery {
  readonly view: "thread"
  readonly scope: string
  readonly guest: string
  readonly before?: string | undefined
}

/** The messages of one guest visible under the caller's grant; a guest without a conversation is missing (HUB-028). */
export const readThread = Effect.fnUntraced(function* (query: ThreadQuery) {
  const cursor = yield* openCursor(query, query.before)
  const grant = yield* requireGrant(query.scope, "hub:api:threads:read")
  const before = yield* positionOf(cursor)
  const { organization } = yield* HubCaller
  const rows = yield* Messages.use((messages) =>
    messages.listThread({
      workspaceId: grant.workspace.id,
      organizationId: organization.id,
      guest: query.guest,
      before,
      limit: scanRows
    })
  )
  const { nextCursor, scanned } = yield* scanPage(query, rows)
  const page: ThreadPage = {
    view: "thread",
    scope: query.scope,
    guest: query.guest,
    items: threadRecords(grant, query.guest, scanned),
    nextCursor
  }
  return page
})
