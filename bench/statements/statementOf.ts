import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"

/** A statement of the service, and the values of its placeholders by name. */
export interface BenchStatement<Name extends string> {
  readonly name: string
  readonly text: string
  readonly bind: (values: { readonly [name in Name]: unknown }) => Array<unknown>
}

/** A sentinel value for a named placeholder while a statement is captured, and its SQL type. */
interface Sentinel {
  readonly value: unknown
  readonly type: string
}

export const integer = (value: number): Sentinel => ({ value, type: "integer" })
export const bigint = (value: number): Sentinel => ({ value, type: "bigint" })
export const text = (value: string): Sentinel => ({ value, type: "text" })
export const time = (value: DateTime.Utc): Sentinel => ({ value: DateTime.toDateUtc(value), type: "timestamptz" })
export const integers = (value: ReadonlyArray<number>): Sentinel => ({ value, type: "integer[]" })
export const texts = (value: ReadonlyArray<string>): Sentinel => ({ value, type: "text[]" })
/** A parameter of JSON text. */
export const json = (value: unknown): Sentinel => text(JSON.stringify(value))

interface Executed {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/**
 * A client that records statements up to the one at `place` and returns no rows. Anything that queries further is
 * stopped there.
 */
const recording = Effect.fnUntraced(function* (place: number) {
  const executed: Array<Executed> = []
  const note = (sql: string, values: ReadonlyArray<unknown>) =>
    Effect.suspend(() => {
      if (executed.length > place) return Effect.die(new Error("Recorded already"))
      executed.push({ text: sql, values })
      return Effect.succeed([])
    })
  const client = yield* SqlClient.make({
    acquirer: Effect.succeed({
      execute: note,
      executeRaw: note,
      executeStream: () => Stream.empty,
      executeValues: note,
      executeValuesUnprepared: note,
      executeUnprepared: note
    }),
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    spanAttributes: []
  })
  return { client, executed }
}, Effect.provide(Reactivity.layer))

const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)

const isSame = (a: unknown, b: unknown) => JSON.stringify(comparable(a)) === JSON.stringify(comparable(b))

/**
 * The statement that `call` executes at `place`, as the service writes it except that parameters are cast: the
 * service's driver sends parameter types, while others leave them to be inferred.
 */
export const statementOf = <Repository, Name extends string>(
  name: string,
  make: Effect.Effect<Repository, never, SqlClient.SqlClient>,
  call: (repository: Repository) => Effect.Effect<unknown, unknown>,
  names: { readonly [name in Name]: Sentinel },
  place = 0
): BenchStatement<Name> =>
  Effect.runSync(
    Effect.gen(function* () {
      const { client, executed } = yield* recording(place)
      const repository = yield* Effect.provideContext(make, Context.make(SqlClient.SqlClient, client))
      yield* Effect.exit(call(repository))
      const found = executed[place]
      if (found === undefined) return yield* Effect.die(new Error(`${name}: statement ${place} was not executed`))
      const sentinels = Object.entries<Sentinel>(names)
      const places = found.values.map((value) => sentinels.find(([, sentinel]) => isSame(sentinel.value, value)))
      const absent = sentinels.find(([sought]) => !places.some((place) => place?.[0] === sought))
      if (absent !== undefined) return yield* Effect.die(new Error(`${name}: no parameter is ${absent[0]}`))
      const typed = found.text.replaceAll(/\$(\d+)(?!\d|::)/g, (placeholder, index: string) => {
        const type = places[Number(index) - 1]?.[1].type
        return type === undefined ? placeholder : `${placeholder}::${type}`
      })
      return {
        name,
        text: typed,
        bind: (values: { readonly [name in Name]: unknown }) => {
          const parameters = new Map<string, unknown>(Object.entries(values))
          return found.values.map((value, index) => {
            const place = places[index]?.[0]
            return place === undefined ? value : parameters.get(place)
          })
        }
      }
    })
  )
