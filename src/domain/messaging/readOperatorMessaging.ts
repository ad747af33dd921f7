import { Effect, Option, Schema } from "effect"
import { ActionMissing } from "../actions/ActionErrors.ts"
import type { ActionRecord } from "../actions/ActionRecord.ts"
import { type ActionsPage, actionsPage, pageOf, visibleAction } from "../actions/readActions.ts"
import type { Action } from "../actions/Action.ts"
import { addresseeOf } from "../actions/createAction.ts"
import { openWorkspace, walkOfOperator } from "../operators/openWorkspace.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { CursorInvalid, type OpenedCursor } from "../shared/Cursors.ts"
import { Instant } from "../shared/Instant.ts"
import { Vault } from "../shared/Vault.ts"
import { type ConversationPosition, Conversations, type ScannedConversation } from "./Conversations.ts"
import { OperatorThreadRecord, operatorThreadRecords } from "./OperatorThreadRecord.ts"
import { eventsPage } from "./readEvents.ts"
import { scanThread } from "./readThread.ts"
import { openCursor, positionOf, scanLimit, scanPage, seqOf } from "./scanPage.ts"
import { pageFields, viewFields } from "./viewFields.ts"

/** A guest's conversation, as listed. */
export const ConversationRecord = Schema.Struct({
  guestId: Schema.String.annotateKey({ description: "Canonical id of the guest" }),
  lastMessageAt: Schema.NullOr(Instant).annotateKey({
    description: "When the last message visible to the operator was written; null if none"
  }),
  unreadCount: Schema.Int.annotateKey({
    description:
      "Number of the guest's messages since the last one to the guest, counting only those visible to the operator"
  })
}).annotate({ identifier: "ConversationRecord" })

/** A page of conversations, latest activity first (INT-012). */
export const ConversationsPage = Schema.Struct({
  ...viewFields("threads"),
  ...pageFields(ConversationRecord, "The conversations, latest activity first")
}).annotate({ identifier: "ConversationsPage" })

/** A page of a guest's conversation, newest first (INT-012). */
export const OperatorThreadPage = Schema.Struct({
  ...viewFields("thread"),
  guest: Schema.String.annotateKey({ description: "Canonical id of the guest that the page is limited to" }),
  ...pageFields(
    OperatorThreadRecord,
    "The visible messages of this page, newest first; can be empty even if more pages follow"
  )
}).annotate({ identifier: "OperatorThreadPage" })

interface Paged {
  readonly scope: string
  readonly before?: string | undefined
}

/** A query by view; each view accepts only its own parameters. */
export type OperatorMessagingQuery =
  | ({ readonly view: "threads" } & Paged)
  | ({ readonly view: "thread"; readonly guest: string } & Paged)
  | ({
      readonly view: "actions"
      readonly guest?: string | undefined
      readonly id?: string | undefined
      readonly state?: Action["state"] | undefined
      readonly owner?: "me" | undefined
      readonly team?: string | undefined
    } & Paged)
  | { readonly view: "events"; readonly scope: string; readonly guest?: string | undefined; readonly after: number }

type QueryOf<View extends OperatorMessagingQuery["view"]> = Extract<OperatorMessagingQuery, { readonly view: View }>

const Position = Schema.fromJsonString(Schema.Tuple([Schema.NullOr(Schema.String), Schema.Int]))
const decodePosition = Schema.decodeUnknownOption(Position)

const positionPurpose = "conversation position"

/** Encrypted: the time in it can be that of a message that the operator cannot see. */
const sealedPosition =
  (vault: Vault["Service"], scope: string) =>
  ({ id, lastActivityAt }: ScannedConversation) =>
    vault.seal(positionPurpose, scope, JSON.stringify([lastActivityAt, id]))

const conversationPosition = Effect.fnUntraced(function* (
  vault: Vault["Service"],
  scope: string,
  opened: OpenedCursor | undefined
) {
  const sealed = yield* positionOf(opened)
  if (sealed === undefined) return undefined
  const decoded = decodePosition(vault.open(positionPurpose, scope, sealed))
  if (Option.isNone(decoded)) return yield* new CursorInvalid()
  const [lastActivityAt, id] = decoded.value
  return { lastActivityAt, id } satisfies ConversationPosition
})

/** The conversations of the workspace, including those without a message visible to the operator (HUB-028). */
export const listThreads = Effect.fnUntraced(function* ({ before, scope, view }: QueryOf<"threads">, size = scanLimit) {
  const walk = yield* walkOfOperator({ view, scope })
  const cursor = yield* openCursor(walk, before)
  const reader = yield* openWorkspace(scope)
  const vault = yield* Vault
  const after = yield* conversationPosition(vault, scope, cursor)
  const rows = yield* Conversations.use((conversations) =>
    conversations.list({ workspaceId: reader.workspace.id, sight: reader, after, limit: size + 1 })
  )
  const { nextCursor, scanned } = yield* scanPage(walk, rows, sealedPosition(vault, scope), size)
  const page: typeof ConversationsPage.Type = {
    view,
    scope,
    items: scanned.map(({ guestId, lastMessageAt, unreadCount }) => ({ guestId, lastMessageAt, unreadCount })),
    nextCursor
  }
  return page
})

/** The messages of one guest that are visible to the operator. */
export const readOperatorThread = Effect.fnUntraced(function* ({ before, guest, scope, view }: QueryOf<"thread">) {
  const walk = yield* walkOfOperator({ view, scope, guest })
  const cursor = yield* openCursor(walk, before)
  const reader = yield* openWorkspace(scope)
  const { nextCursor, scanned } = yield* scanThread(reader, walk, guest, yield* seqOf(cursor))
  const page: typeof OperatorThreadPage.Type = {
    view,
    scope,
    guest,
    items: yield* operatorThreadRecords(reader, guest, scanned),
    nextCursor
  }
  return page
})

const matches = (action: ActionRecord, { owner, state, team }: QueryOf<"actions">): boolean =>
  (state === undefined || action.state === state) &&
  (owner === undefined || action.owner?.isSelf === true) &&
  (team === undefined || action.audience.teamId === team)

/** The Actions that are visible to the operator and match the filters, or a single one; it is missing if it does not match. */
export const readOperatorActions = Effect.fnUntraced(function* (query: QueryOf<"actions">) {
  const { before, guest, id, owner, scope, state, team, view } = query
  if (id !== undefined) {
    const reader = yield* openWorkspace(scope)
    const action = yield* visibleAction(reader, id, guest)
    return matches(action, query) ? pageOf(query, [action], null) : yield* new ActionMissing()
  }
  const walk = yield* walkOfOperator({ view, scope, guest, filter: JSON.stringify([state, owner, team]) })
  const cursor = yield* openCursor(walk, before)
  const reader = yield* openWorkspace(scope)
  const { operator } = yield* OperatorCaller
  const ownerOperatorId = owner === undefined ? undefined : operator.id
  const position = yield* seqOf(cursor)
  if (team !== undefined) {
    const own = yield* Effect.option(addresseeOf(reader, { kind: "team", teamId: team }, "team"))
    // The cursor of a scan would tell that the team exists.
    if (Option.isNone(own)) return pageOf(query, [], null)
  }
  const page: ActionsPage = yield* actionsPage(reader, walk, { guest, state, ownerOperatorId, team }, position)
  return page
})

const readable = { messages: true, actions: true }

/** One view of a workspace of the operator's organization (INT-012). */
export const readOperatorMessaging = Effect.fnUntraced(function* (query: OperatorMessagingQuery) {
  switch (query.view) {
    case "threads":
      return yield* listThreads(query)
    case "thread":
      return yield* readOperatorThread(query)
    case "actions":
      return yield* readOperatorActions(query)
    case "events":
      return yield* eventsPage(yield* openWorkspace(query.scope), readable, query)
  }
})
