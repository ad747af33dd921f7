import { Cause, Effect, Schema } from "effect"

/**
 * A statement with one result row. Its input is typed by the domain and not encoded again; the table's constraints
 * apply in any case. Further rows are ignored; without a row it fails with `NoSuchElementError`.
 */
export const queryOne = <Input, Result extends Schema.Constraint, E, R>(options: {
  readonly result: Result
  readonly execute: (input: Input) => Effect.Effect<ReadonlyArray<unknown>, E, R>
}) => {
  const decode = Schema.decodeUnknownEffect(options.result)
  return (
    input: Input
  ): Effect.Effect<Result["Type"], E | Schema.SchemaError | Cause.NoSuchElementError, R | Result["DecodingServices"]> =>
    Effect.flatMap(
      options.execute(input),
      (
        rows
      ): Effect.Effect<Result["Type"], Schema.SchemaError | Cause.NoSuchElementError, Result["DecodingServices"]> =>
        rows.length === 0 ? Effect.fail(new Cause.NoSuchElementError()) : decode(rows[0])
    )
}
