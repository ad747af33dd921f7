import { Effect, Schema } from "effect"
import { Messages } from "./Messages.ts"
import type { Reader } from "./Reader.ts"
import { readUnderGrant, walkOfIntegration } from "./requireGrant.ts"
import { atSeq, openCursor, scanLimit, scanPage, seqOf, type Walk } from "./scanPage.ts"
import { ThreadRecord, threadRecords } from "./ThreadRecord.ts"
import { pageFields, viewFields } from "./viewFields.ts"

/** A page of a guest's conversation, newest first (HUB-047). */
export const ThreadPage = Schema.Struct({
  ...viewFields("thread"),
  guest: Schema.String.annotateKey({ description: "Canonical id of the guest that the page is limited to" }),
  ...pageFields(ThreadRecord, "The visible messages of this page, newest first; can be empty even if more pages follow")
}).annotate({ identifier: "ThreadPage" })
export type ThreadPage = typeof ThreadPage.Type

export interface ThreadQuery {
  readonly view: "thread"
  readonly scope: string
  readonly guest: string
  readonly before?: string | undefined
}

/** A page of a guest's conversation in the reader's workspace, visible or not. */
export const scanThread = Effect.fnUntraced(function* (
  { organizationId, workspace }: Reader,
  walk: Walk,
  guest: string,
  before: number | undefined,
  size = scanLimit
) {
  const rows = yield* Messages.use((messages) =>
    messages.listThread({ workspaceId: workspace.id, organizationId, guest, before, limit: size + 1 })
  )
  return yield* scanPage(walk, rows, atSeq, size)
})

/**
 * The messages of one guest visible under the caller's grant; `GuestMissing` for a guest without a conversation
 * (HUB-028).
 */
export const readThread = Effect.fnUntraced(function* ({ before, guest, scope, view }: ThreadQuery) {
  const walk = yield* walkOfIntegration({ view, scope, guest })
  const cursor = yield* openCursor(walk, before)
  return yield* readUnderGrant(scope, "hub:api:threads:read", ({ reader }) =>
    seqOf(cursor).pipe(
      Effect.flatMap((seq) => scanThread(reader, walk, guest, seq)),
      Effect.map(
        ({ nextCursor, scanned }): ThreadPage => ({
          view,
          scope,
          guest,
          items: threadRecords(reader, guest, scanned),
          nextCursor
        })
      )
    )
  )
})
