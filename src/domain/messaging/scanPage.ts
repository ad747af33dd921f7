import { Effect } from "effect"
import { HubCaller, type HubCallerShape } from "../access/HubCaller.ts"
import { CursorConflict, CursorInvalid, Cursors, type OpenedCursor } from "../shared/Cursors.ts"

/** The records that a page looks at before it leaves out what may not be seen (HUB-040). */
export const scanLimit = 100

/** One more than a page scans: whether it is there tells whether the walk goes on (HUB-041). */
export const scanRows = scanLimit + 1

/** The question that a walk continues; a cursor never leads from one into another (HUB-032). */
export interface Walk {
  readonly view: "thread" | "actions"
  readonly scope: string
  readonly guest?: string | undefined
}

const bindingOf = ({ guest, scope, view }: Walk, { integration, organization }: HubCallerShape) =>
  `${view} ${organization.id} ${scope} ${guest ?? ""} ${integration.id}`

/** Reads a cursor as far as its syntax goes; one that belongs elsewhere is for `positionOf` to refuse. */
export const openCursor = Effect.fnUntraced(function* (walk: Walk, before: string | undefined) {
  if (before === undefined) return undefined
  const cursors = yield* Cursors
  const opened = cursors.open(bindingOf(walk, yield* HubCaller), before)
  return opened._tag === "Invalid" ? yield* new CursorInvalid() : opened
})

/** The `seq` behind which the walk goes on; undefined at its start. */
export const positionOf = (opened: OpenedCursor | undefined): Effect.Effect<number | undefined, CursorConflict> => {
  if (opened === undefined) return Effect.succeed(undefined)
  return opened._tag === "Position" ? Effect.succeed(Number(opened.position)) : Effect.fail(new CursorConflict())
}

/** The page among `rows` (up to `scanRows` of them), and the cursor of the last record *scanned*, null at the end. */
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
