import { Context, Schema } from "effect"
import type { Failure } from "./Failure.ts"

/** Not issued by this service, or altered (HUB-020, HUB-031). */
export class CursorInvalid extends Schema.TaggedError<CursorInvalid>()("CursorInvalid", {}) {
  static readonly failure: Failure = { kind: "invalid", code: "invalid_cursor", title: "The cursor is not valid" }
  override get message() {
    return "Use the nextCursor of an earlier page unchanged, or none"
  }
}

/** Issued for another query (HUB-032). */
export class CursorConflict extends Schema.TaggedError<CursorConflict>()("CursorConflict", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "cursor_conflict",
    title: "The cursor belongs to another listing"
  }
  override get message() {
    return "The cursor belongs to another scope, guest, view or integration"
  }
}

/** The content of a cursor. */
export type OpenedCursor =
  | { readonly _tag: "Position"; readonly position: string }
  | { readonly _tag: "Conflict" }
  | { readonly _tag: "Invalid" }

/**
 * Opaque, authenticated cursors. A cursor is `c1.` and base64url without padding, which matches the selector pattern of
 * the parameter that takes it back; `binding` identifies the query it continues.
 */
export class Cursors extends Context.Service<
  Cursors,
  {
    /**
     * `position` is readable to the cursor's holder, and at most 112 ASCII characters where the cursor must fit 180.
     */
    readonly seal: (binding: string, position: string) => string
    readonly open: (binding: string, cursor: string) => OpenedCursor
  }
>()("hub/domain/shared/Cursors") {}
