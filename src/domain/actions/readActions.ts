import { Effect, Option, Schema } from "effect"
import type { Reader } from "../messaging/Reader.ts"
import { readUnderGrant, walkOfIntegration } from "../messaging/requireGrant.ts"
import { atSeq, openCursor, scanLimit, scanPage, seqOf, type Walk } from "../messaging/scanPage.ts"
import { pageFields, viewFields } from "../messaging/viewFields.ts"
import { ActionMissing } from "./ActionErrors.ts"
import { ActionRecord, actionRecords } from "./ActionRecord.ts"
import { type ActionFilter, Actions } from "./Actions.ts"

/** A page of Actions, newest first (HUB-047). */
export const ActionsPage = Schema.Struct({
  ...viewFields("actions"),
  guest: Schema.optionalKey(Schema.String).annotateKey({
    description: "Canonical id of the guest that the page is limited to"
  }),
  ...pageFields(ActionRecord, "The visible Actions of this page, newest first; can be empty even if more pages follow")
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

/** One page; `guest` is included only where it limits the page. */
export const pageOf = (
  { guest, scope }: Pick<ActionsQuery, "scope" | "guest">,
  items: ReadonlyArray<ActionRecord>,
  nextCursor: string | null
): ActionsPage => ({ view: "actions", scope, ...(guest === undefined ? undefined : { guest }), items, nextCursor })

/** The Action with this id, if it is visible to the reader and, where `guest` is given, belongs to that guest. */
export const visibleAction = Effect.fnUntraced(function* (reader: Reader, id: string, guest?: string) {
  const action = yield* Actions.use((actions) => actions.find(reader.workspace.id, id))
  const [record] = actionRecords(reader, Option.toArray(action))
  if (record === undefined || (guest !== undefined && guest !== record.guestId)) return yield* new ActionMissing()
  return record
})

/** A page of the Actions of the reader's workspace, newest first. */
export const actionsPage = Effect.fnUntraced(function* (
  reader: Reader,
  walk: Walk,
  filter: ActionFilter,
  before: number | undefined,
  size = scanLimit
) {
  const { organizationId, workspace } = reader
  const rows = yield* Actions.use((actions) =>
    actions.list({ ...filter, workspaceId: workspace.id, organizationId, before, limit: size + 1 })
  )
  const { nextCursor, scanned } = yield* scanPage(walk, rows, atSeq, size)
  return pageOf(walk, actionRecords(reader, scanned), nextCursor)
})

const readOne = Effect.fnUntraced(function* (query: ActionsQuery, id: string) {
  const action = yield* readUnderGrant(query.scope, permission, ({ reader }) => visibleAction(reader, id, query.guest))
  return pageOf(query, [action], null)
})

const readPage = Effect.fnUntraced(function* (query: ActionsQuery) {
  const walk = yield* walkOfIntegration(query)
  const cursor = yield* openCursor(walk, query.before)
  return yield* readUnderGrant(query.scope, permission, ({ reader }) =>
    Effect.flatMap(seqOf(cursor), (before) => actionsPage(reader, walk, { guest: query.guest }, before))
  )
})

/**
 * The Actions of a workspace visible under the caller's grant, optionally of one guest (HUB-029), or a single one
 * (HUB-030).
 */
export const readActions = Effect.fnUntraced(function* (query: ActionsQuery) {
  return query.id === undefined ? yield* readPage(query) : yield* readOne(query, query.id)
})
