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

/** Days that an attention item may be snoozed for. */
const longestSnooze = 366

type Change = Pick<AttentionItem, "readAt" | "snoozedUntil">

/** Changes an attention item of the caller's own; any other is missing (INT-008). */
const changeOwn = Effect.fnUntraced(function* (
  reader: Reader,
  xid: string,
  event: "read" | "snoozed",
  changeOf: (item: ScannedAttention) => Change
) {
  const { operator } = yield* OperatorCaller
  const items = yield* AttentionItems
  const owner = { operatorId: operator.id, workspaceId: reader.workspace.id }
  const found = yield* items.find(owner, xid)
  if (Option.isNone(found) || !subjectVisible(reader, found.value)) return yield* new AttentionMissing()
  const change = changeOf(found.value)
  const after = { readAt: instantOrNull(change.readAt), snoozedUntil: instantOrNull(change.snoozedUntil) }
  const { readAt, snoozedUntil } = found.value
  yield* items.change(owner, xid, change)
  yield* audit({
    organizationId: reader.organizationId,
    action: `attention.${event}`,
    subject: `attention:${xid}`,
    before: { readAt, snoozedUntil },
    after
  })
  return toAttentionRecord(operator.xid, yield* DateTime.now, { ...found.value, ...after })
})

/** Puts an attention item off: it is unread again, and open from then on (INT-008, INT-015, A-163). */
export const snoozeAttention = Effect.fnUntraced(function* (reader: Reader, xid: string, until: DateTime.Utc) {
  const now = yield* DateTime.now
  const isAhead =
    DateTime.isGreaterThan(until, now) &&
    DateTime.isLessThanOrEqualTo(until, DateTime.add(now, { days: longestSnooze }))
  if (!isAhead) return yield* new SnoozeRefused()
  return yield* changeOwn(reader, xid, "snoozed", () => ({ readAt: null, snoozedUntil: until }))
})

/** Marks an attention item as read; one that is read already keeps its time (INT-015). */
export const markAttentionRead = Effect.fnUntraced(function* (reader: Reader, xid: string) {
  const now = yield* DateTime.now
  return yield* changeOwn(reader, xid, "read", ({ readAt }) => ({
    readAt: readAt === null ? now : DateTime.makeUnsafe(readAt),
    snoozedUntil: null
  }))
})
