import { Effect } from "effect"
import type { OrganizationId } from "../organizations/Organization.ts"
import { CursorConflict, CursorInvalid, Cursors, type OpenedCursor } from "../shared/Cursors.ts"

/** Records scanned per page, before invisible ones are dropped (HUB-040). */
export const scanLimit = 100

/** One more row than a page scans, to detect whether another page follows (HUB-041). */
export const scanRows = scanLimit + 1

/** The query and caller that a cursor is bound to: a cursor of another one is refused (HUB-032). */
export interface Walk {
  readonly view: "threads" | "thread" | "actions" | "comments" | "attention" | "reactions" | "private_ai"
  readonly scope: string
  readonly guest?: string | undefined
  /** Any further filters, as one text. */
  readonly filter?: string
  readonly organizationId: OrganizationId
  /** Identifies the caller within the organization. */
  readonly caller: string
}

const bindingOf = ({ caller, filter, guest, organizationId, scope, view }: Walk) =>
  [`${view} ${organizationId} ${scope} ${guest ?? ""} ${caller}`, ...(filter === undefined ? [] : [filter])].join(" ")

/** Checks a cursor's syntax; `positionOf` refuses one that belongs to another query. */
export const openCursor = Effect.fnUntraced(function* (walk: Walk, before: string | undefined) {
  if (before === undefined) return undefined
  const cursors = yield* Cursors
  const opened = cursors.open(bindingOf(walk), before)
  return opened._tag === "Invalid" ? yield* new CursorInvalid() : opened
})

/** Refuses a cursor that this service did not issue, whatever query it belongs to. */
export const requireIssued = Effect.fnUntraced(function* (before: string | undefined) {
  if (before === undefined) return
  const cursors = yield* Cursors
  if (cursors.open("", before)._tag === "Invalid") return yield* new CursorInvalid()
})

/** The position to continue after; undefined on the first page. */
export const positionOf = (opened: OpenedCursor | undefined): Effect.Effect<string | undefined, CursorConflict> => {
  if (opened === undefined) return Effect.succeed(undefined)
  return opened._tag === "Position" ? Effect.succeed(opened.position) : Effect.fail(new CursorConflict())
}

/** As `positionOf`, for records that are numbered by `seq`. */
export const seqOf = (opened: OpenedCursor | undefined) =>
  Effect.map(positionOf(opened), (position) => (position === undefined ? undefined : Number(position)))

/**
 * Cuts `rows`, which may hold one more than a page, to the page, with a cursor of the last *scanned* record; null at
 * the end.
 */
export const scanPage = Effect.fnUntraced(function* <Row>(
  walk: Walk,
  rows: ReadonlyArray<Row>,
  positionAt: (row: Row) => string,
  size = scanLimit
) {
  const last = rows[size - 1]
  if (rows.length <= size || last === undefined) return { scanned: rows, nextCursor: null }
  const cursors = yield* Cursors
  return { scanned: rows.slice(0, size), nextCursor: cursors.seal(bindingOf(walk), positionAt(last)) }
})

/** The keyset position of a record with a `seq`. */
export const atSeq = ({ seq }: { readonly seq: number }) => String(seq)
