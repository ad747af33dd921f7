import { Effect, type Option, Schema } from "effect"

/** Like `queryOne`, for a statement that may return no row. */
export const queryOption = <Input, Result extends Schema.Constraint, E, R>(options: {
  readonly result: Result
  readonly execute: (input: Input) => Effect.Effect<ReadonlyArray<unknown>, E, R>
}) => {
  const decode = Schema.decodeUnknownEffect(options.result)
  return (
    input: Input
  ): Effect.Effect<Option.Option<Result["Type"]>, E | Schema.SchemaError, R | Result["DecodingServices"]> =>
    Effect.flatMap(
      options.execute(input),
      (rows): Effect.Effect<Option.Option<Result["Type"]>, Schema.SchemaError, Result["DecodingServices"]> =>
        rows.length === 0 ? Effect.succeedNone : Effect.asSome(decode(rows[0]))
    )
}
