import { Effect, Option, Schema } from "effect"
import { HubCaller } from "../access/HubCaller.ts"
import { audienceCovers } from "../messaging/audienceCovers.ts"
import { requireGrant } from "../messaging/requireGrant.ts"
import { openCursor, positionOf, scanPage, scanRows } from "../messaging/scanPage.ts"
import { ActionMissing } from "./ActionErrors.ts"
import { ActionRecord, actionRecords } from "./ActionRecord.ts"
import { Actions } from "./Actions.ts"

/** A page of Actions, newest first (HUB-047). */
export const ActionsPage = Schema.Struct({
  view: Schema.Literal("actions").annotateKey({ description: "The view that was read" }),
  scope: Schema.String.annotateKey({ description: "Id of the workspace" }),
  guest: Schema.optionalKey(Schema.String).annotateKey({
    description: "Canonical id of the guest that the page is limited to"
  }),
  items: Schema.Array(ActionRecord).annotateKey({
    description: "The visible Actions of this page, newest first; it can be empty although more pages follow"
  }),
  nextCursor: Schema.NullOr(Schema.String).annotateKey({
    description: "Pass it as `before` for the next page; null on the last one"
  })
}).annotate({ identifier: "ActionsPage" })
export type ActionsPage = typeof ActionsPage.Type

/** `id` selects a single Action; then there is no paging and `before` is ignored. */
export interface ActionsQuery {
  readonly view: "actions"
  readonly scope: string
  readonly guest?: string | undefined
  readonly id?: string | undefined
  readonly before?: string | undefined
}

const permission = "hub:api:actions:read"

const pageOf = (
  { guest, scope }: ActionsQuery,
  items: ReadonlyArray<ActionRecord>,
  nextCursor: string | null
): ActionsPage => ({ view: "actions", scope, ...(guest === undefined ? undefined : { guest }), items, nextCursor })

const readOne = Effect.fnUntraced(function* (query: ActionsQuery, id: string) {
  const grant = yield* requireGrant(query.scope, permission)
  const { integration } = yield* HubCaller
  const found = yield* Actions.use((actions) => actions.find(grant.workspace.id, id))
  if (
    Option.isNone(found) ||
    !audienceCovers(grant, found.value) ||
    (query.guest !== undefined && query.guest !== found.value.guestId)
  ) {
    return yield* new ActionMissing()
  }
  return pageOf(query, actionRecords(grant, integration.id, [found.value]), null)
})

const readPage = Effect.fnUntraced(function* (query: ActionsQuery) {
  const cursor = yield* openCursor(query, query.before)
  const grant = yield* requireGrant(query.scope, permission)
  const before = yield* positionOf(cursor)
  const { integration, organization } = yield* HubCaller
  const rows = yield* Actions.use((actions) =>
    actions.list({
      workspaceId: grant.workspace.id,
      organizationId: organization.id,
      guest: query.guest,
      before,
      limit: scanRows
    })
  )
  const { nextCursor, scanned } = yield* scanPage(query, rows)
  return pageOf(query, actionRecords(grant, integration.id, scanned), nextCursor)
})

/**
 * The Actions of a workspace visible under the caller's grant, optionally of one guest (HUB-029), or a single one
 * (HUB-030).
 */
export const readActions = Effect.fnUntraced(function* (query: ActionsQuery) {
  return query.id === undefined ? yield* readPage(query) : yield* readOne(query, query.id)
})
