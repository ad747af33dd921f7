import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import * as Postgres from "../support/servers/Postgres.ts"

const one = (expression: string, parameters: ReadonlyArray<unknown> = []) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql.unsafe<{ readonly value: unknown }>(`SELECT ${expression} AS value`, parameters),
      ([row]) => row?.value
    )
  )

layer(Postgres.layer)("column types", (it) => {
  it.effect.each([
    ["timestamptz '1970-01-01 00:00:00Z'", "1970-01-01T00:00:00.000Z"],
    ["timestamptz '1999-12-31 23:59:59.999999Z'", "1999-12-31T23:59:59.999Z"],
    ["timestamptz '2000-01-01 00:00:00.000001Z'", "2000-01-01T00:00:00.000Z"],
    ["timestamptz '2026-02-28 23:30:00.123+02'", "2026-02-28T21:30:00.123Z"],
    ["timestamptz '0001-01-01 00:00:00Z'", "0001-01-01T00:00:00.000Z"],
    ["timestamptz '9999-12-31 23:59:59.999Z'", "9999-12-31T23:59:59.999Z"],
    ["NULL::timestamptz", null]
  ])("reads %s as an Instant", ([expression, instant]) =>
    Effect.gen(function* () {
      expect(yield* one(expression ?? "")).toBe(instant)
    })
  )

  it.effect.each([
    ["0::int8", 0],
    ["-1::int8", -1],
    ["4294967296::int8", 4_294_967_296],
    ["9007199254740991::int8", Number.MAX_SAFE_INTEGER],
    ["-9007199254740991::int8", Number.MIN_SAFE_INTEGER],
    ["9007199254740992::int8", 9_007_199_254_740_992n],
    ["9223372036854775807::int8", 9_223_372_036_854_775_807n],
    ["'-9223372036854775808'::int8", -9_223_372_036_854_775_808n],
    ["NULL::int8", null]
  ])("reads %s as an exact number or bigint", ([expression, value]) =>
    Effect.gen(function* () {
      expect(yield* one(String(expression))).toBe(value)
    })
  )

  it.effect("decodes arrays like their elements", () =>
    Effect.gen(function* () {
      expect(yield* one("ARRAY[timestamptz '2026-01-02 03:04:05Z', NULL]")).toEqual(["2026-01-02T03:04:05.000Z", null])
      expect(yield* one("ARRAY[1::int8, 9007199254740993]")).toEqual([1, 9_007_199_254_740_993n])
    })
  )

  it.effect("accepts dates and bigints as parameters, alone and in arrays", () =>
    Effect.gen(function* () {
      const at = new Date("2026-01-02T03:04:05.678Z")
      expect(yield* one("$1", [at])).toBe("2026-01-02T03:04:05.678Z")
      expect(yield* one("$1", [[at]])).toEqual(["2026-01-02T03:04:05.678Z"])
      expect(yield* one("$1", [9_007_199_254_740_993n])).toBe(9_007_199_254_740_993n)
      expect(yield* one("$1", [[7n]])).toEqual([7])
    })
  )
})
