import { Schema, SchemaTransformation } from "effect"
import { Instant } from "../domain/shared/Instant.ts"
import { instantText } from "./instantText.ts"

const Moment = Schema.instanceOf(Date)

/** `timestamptz NOT NULL` as an `Instant`. */
export const InstantColumn = Moment.pipe(
  Schema.decodeTo(Instant, SchemaTransformation.transform({ decode: instantText, encode: (text) => new Date(text) }))
)

/** `timestamptz` as an `Instant`: one transformation, because a nullable one of two is twice as dear. */
export const NullableInstantColumn = Schema.NullOr(Moment).pipe(
  Schema.decodeTo(
    Schema.NullOr(Instant),
    SchemaTransformation.transform({
      decode: (date) => (date === null ? null : instantText(date)),
      encode: (text) => (text === null ? null : new Date(text))
    })
  )
)
