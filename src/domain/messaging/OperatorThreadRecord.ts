import { Schema } from "effect"
import type { ScannedMessage } from "./Messages.ts"
import { messageVisible } from "./messageVisible.ts"
import type { Sight } from "./Reader.ts"
import { ThreadRecord, threadRecord } from "./ThreadRecord.ts"

/** A message as operators see it: sensitive ones are among them, marked (INT-012). */
export const OperatorThreadRecord = Schema.Struct({
  ...ThreadRecord.fields,
  isSensitive: Schema.Boolean.annotateKey({
    description: "Whether it was marked sensitive: no integration and no assistant sees it"
  })
}).annotate({ identifier: "OperatorThreadRecord" })
export type OperatorThreadRecord = typeof OperatorThreadRecord.Type

/** The scanned messages of a guest that are visible to the reader, in scan order. */
export const operatorThreadRecords = (
  reader: Sight,
  guestId: string,
  scanned: ReadonlyArray<ScannedMessage>
): ReadonlyArray<OperatorThreadRecord> =>
  scanned
    .filter((message) => messageVisible(reader, message))
    .map((message) => ({ ...threadRecord(reader, guestId, message), isSensitive: message.isSensitive }))
