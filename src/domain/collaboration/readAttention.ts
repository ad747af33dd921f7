import { DateTime, Effect, Schema } from "effect"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import { openWorkspace, walkOfOperator } from "../operators/openWorkspace.ts"
import { atSeq, openCursor, scanLimit, scanPage, seqOf } from "../messaging/scanPage.ts"
import { pageFields, viewFields } from "../messaging/viewFields.ts"
import { AttentionItems } from "./AttentionItems.ts"
import { AttentionRecord, toAttentionRecord } from "./AttentionRecord.ts"
import { subjectVisible } from "./subjectVisible.ts"

/** A page of the operator's own attention items, newest first (INT-013). */
export const AttentionPage = Schema.Struct({
  ...viewFields("attention"),
  ...pageFields(AttentionRecord, "The items of this page, newest first; can be empty even if more pages follow")
}).annotate({ identifier: "AttentionPage" })
export type AttentionPage = typeof AttentionPage.Type

export interface AttentionQuery {
  readonly view: "attention"
  readonly scope: string
  readonly before?: string | undefined
}

/**
 * The attention items of the calling operator, or of the one an assistant acts for, including read and snoozed items;
 * never another operator's, and none whose subject is no longer visible (INT-013, INT-033).
 */
export const listAttention = Effect.fnUntraced(function* ({ before, scope, view }: AttentionQuery, size = scanLimit) {
  const walk = yield* walkOfOperator({ view, scope })
  const cursor = yield* openCursor(walk, before)
  const reader = yield* openWorkspace(scope)
  const { operator } = yield* OperatorCaller
  const position = yield* seqOf(cursor)
  const rows = yield* AttentionItems.use((items) =>
    items.list({ operatorId: operator.id, workspaceId: reader.workspace.id, before: position, limit: size + 1 })
  )
  const { nextCursor, scanned } = yield* scanPage(walk, rows, atSeq, size)
  const now = yield* DateTime.now
  const page: AttentionPage = {
    view,
    scope,
    items: scanned
      .filter((item) => subjectVisible(reader, item))
      .map((item) => toAttentionRecord(operator.xid, now, item)),
    nextCursor
  }
  return page
})
