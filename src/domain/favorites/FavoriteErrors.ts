import { Schema } from "effect"
import type { Failure } from "../shared/Failure.ts"

export class FavoriteTaken extends Schema.TaggedError<FavoriteTaken>()("FavoriteTaken", {}) {
  static readonly failure: Failure = {
    kind: "conflict",
    code: "favorite_exists",
    title: "The property is already a favorite"
  }
  override get message() {
    return "The property is already among the favorites"
  }
}

/** Not among the member's favorites, whether or not the property exists (MEM-111). */
export class FavoriteMissing extends Schema.TaggedError<FavoriteMissing>()("FavoriteMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "favorite_not_found", title: "No such favorite" }
  override get message() {
    return "The property is not among the favorites"
  }
}
