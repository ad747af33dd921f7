import { DateTime, Effect, Option } from "effect"
import { audit } from "../audit/audit.ts"
import type { Reader } from "../messaging/Reader.ts"
import { OperatorCaller } from "../operators/OperatorCaller.ts"
import type { AttentionItem } from "./AttentionItem.ts"
import { AttentionItems, type ScannedAttention } from "./AttentionItems.ts"
import { toAttentionRecord } from "./AttentionRecord.ts"
import { AttentionMissing, SnoozeRefused } from "./CollaborationErrors.ts"
import { subjectVisible } from "./subjectVisible.ts"
import { instantOrNull } from "../shared/Instant.ts"

/** Maximum days for which an attention item may be snoozed. */
const maxSnoozeDays = 366

type Change = Pick<AttentionItem, "readAt" | "snoozedUntil">

/**
 * Changes one of the caller's own attention items; any other is `AttentionMissing` (INT-008). A change without effect
 * is not audited.
 */
const changeOwn = Effect.fnUntraced(function* (
  reader: Reader,
  xid: string,
  event: "read" | "snoozed",
  changeOf: (current: ScannedAttention) => Change
) {
  const { operator } = yield* OperatorCaller
  const items = yield* AttentionItems
  const owner = { operatorId: operator.id, workspaceId: reader.workspace.id }
  const item = yield* items.findForUpdate(owner, xid)
  if (Option.isNone(item) || !subjectVisible(reader, item.value)) return yield* new AttentionMissing()
  const change = changeOf(item.value)
  const after = { readAt: instantOrNull(change.readAt), snoozedUntil: instantOrNull(change.snoozedUntil) }
  const { readAt, snoozedUntil } = item.value
  if (readAt !== after.readAt || snoozedUntil !== after.snoozedUntil) {
    yield* items.change(owner, xid, change)
    yield* audit({
      organizationId: reader.organizationId,
      action: `attention.${event}`,
      subject: `attention:${xid}`,
      before: { readAt, snoozedUntil },
      after
    })
  }
  return toAttentionRecord(operator.xid, yield* DateTime.now, { ...item.value, ...after })
})

/** Snoozes an attention item: it becomes unread, and open again at `until` (INT-008, INT-015, A-163). */
export const snoozeAttention = Effect.fnUntraced(function* (reader: Reader, xid: string, until: DateTime.Utc) {
  const now = yield* DateTime.now
  const isAhead =
    DateTime.isGreaterThan(until, now) &&
    DateTime.isLessThanOrEqualTo(until, DateTime.add(now, { days: maxSnoozeDays }))
  if (!isAhead) return yield* new SnoozeRefused()
  return yield* changeOwn(reader, xid, "snoozed", () => ({ readAt: null, snoozedUntil: until }))
})

/** Marks an attention item as read; one already read keeps its time (INT-015). */
export const markAttentionRead = Effect.fnUntraced(function* (reader: Reader, xid: string) {
  const now = yield* DateTime.now
  return yield* changeOwn(reader, xid, "read", ({ readAt }) => ({
    readAt: readAt === null ? now : DateTime.makeUnsafe(readAt),
    snoozedUntil: null
  }))
})
