import { Effect } from "effect"
import { HubCaller, type HubCallerShape } from "../access/HubCaller.ts"
import { CursorConflict, CursorInvalid, Cursors, type OpenedCursor } from "../shared/Cursors.ts"

/** Records scanned per page, before invisible ones are dropped (HUB-040). */
export const scanLimit = 100

/** One more than a page scans, to see whether there is another page (HUB-041). */
export const scanRows = scanLimit + 1

/** The query that a cursor belongs to; a cursor of another query is refused (HUB-032). */
export interface Walk {
  readonly view: "thread" | "actions"
  readonly scope: string
  readonly guest?: string | undefined
}

const bindingOf = ({ guest, scope, view }: Walk, { integration, organization }: HubCallerShape) =>
  `${view} ${organization.id} ${scope} ${guest ?? ""} ${integration.id}`

/** Checks a cursor's syntax; `positionOf` refuses one that belongs to another query. */
export const openCursor = Effect.fnUntraced(function* (walk: Walk, before: string | undefined) {
  if (before === undefined) return undefined
  const cursors = yield* Cursors
  const opened = cursors.open(bindingOf(walk, yield* HubCaller), before)
  return opened._tag === "Invalid" ? yield* new CursorInvalid() : opened
})

/** The `seq` to continue after; undefined on the first page. */
export const positionOf = (opened: OpenedCursor | undefined): Effect.Effect<number | undefined, CursorConflict> => {
  if (opened === undefined) return Effect.succeed(undefined)
  return opened._tag === "Position" ? Effect.succeed(Number(opened.position)) : Effect.fail(new CursorConflict())
}

/** The page among `rows` (up to `scanRows`), and the cursor of the last *scanned* record, null at the end. */
export const scanPage = Effect.fnUntraced(function* <Row extends { readonly seq: number }>(
  walk: Walk,
  rows: ReadonlyArray<Row>
) {
  const last = rows[scanLimit - 1]
  if (rows.length <= scanLimit || last === undefined) return { scanned: rows, nextCursor: null }
  const cursors = yield* Cursors
  const nextCursor = cursors.seal(bindingOf(walk, yield* HubCaller), String(last.seq))
  return { scanned: rows.slice(0, scanLimit), nextCursor }
})
