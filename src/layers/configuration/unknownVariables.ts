import { ConfigProvider, Effect } from "effect"
import { variables } from "./variables.ts"

const names = Object.values(variables).map(({ name }) => name)

/**
 * Variables that Kubernetes sets in every container for a service named `hub` or `hub-...` (service links), such as
 * `HUB_SERVICE_HOST` and `HUB_PORT_8080_TCP_ADDR`.
 */
const serviceLink =
  /^HUB_(?:\w+_)?(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/
const linkAddress = /^(?:tcp|udp|sctp):\/\//

/**
 * The Levenshtein distance: how many characters must be inserted, removed or replaced to turn one text into the other.
 */
const distance = (from: string, to: string): number => {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    above = current
  }
  return above[to.length] ?? 0
}

const nearest = (name: string) =>
  names.reduce((best, other) => (distance(name, other) < distance(name, best) ? other : best))

/** The variables below `path` that have a value, by name. */
const valuesBelow = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<readonly [name: string, value: string]>, ConfigProvider.SourceError> =>
  Effect.gen(function* () {
    const node = yield* provider.load(path)
    if (node === undefined) return []
    const own = node.value === undefined ? [] : [[path.join("_"), node.value] as const]
    const keys =
      node._tag === "Record"
        ? [...node.keys]
        : node._tag === "Array"
          ? Array.from({ length: node.length }, (_, index) => String(index))
          : []
    const below = yield* Effect.forEach(keys, (key) => valuesBelow(provider, [...path, key]))
    return [...own, ...below.flat()]
  })

/** The `HUB_*` variables of the environment that the service does not read, each with the most similar known name. */
export const unknownVariables = Effect.gen(function* () {
  const set = yield* valuesBelow(yield* ConfigProvider.ConfigProvider, ["HUB"])
  return set
    .filter(([name, value]) => !names.includes(name) && !serviceLink.test(name) && !linkAddress.test(value))
    .map(([name]) => ({ name, nearest: nearest(name) }))
}).pipe(Effect.orElseSucceed((): ReadonlyArray<{ readonly name: string; readonly nearest: string }> => []))
