import { assert, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { getPublicProperty, getPublicPropertyBySlug } from "../../../src/domain/properties/getPublicProperty.ts"
import { Properties, type PropertyKey } from "../../../src/domain/properties/Properties.ts"
import { PropertyMissing } from "../../../src/domain/properties/PropertyErrors.ts"

/** Runs an operation on an empty store, and returns the keys that it looked up. */
const run = <A, E>(operation: Effect.Effect<A, E, Properties>) =>
  Effect.gen(function* () {
    const keys: Array<PropertyKey> = []
    const failure = yield* operation.pipe(
      Effect.provideService(
        Properties,
        Properties.of({
          getPublished: (key) => {
            keys.push(key)
            return Effect.fail(new PropertyMissing())
          },
          findDetails: () => Effect.succeed(Option.none())
        })
      ),
      Effect.flip
    )
    assert.deepStrictEqual<unknown>(failure, new PropertyMissing())
    return keys
  })

const none = new Set<never>()

it.effect("PUB-002: looks up one to ten digits by id, anything else by document id", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* run(getPublicProperty("101", none)), [{ by: "id", id: 101 }])
    assert.deepStrictEqual(yield* run(getPublicProperty("0000000101", none)), [{ by: "id", id: 101 }])
    assert.deepStrictEqual(yield* run(getPublicProperty("2147483647", none)), [{ by: "id", id: 2_147_483_647 }])
    for (const documentId of ["00000000101", "-1", "1.0", " 1", "1\n", "١٠١", "by-slug", "t5jsyq1qwiudc8e7cj2uvs7t"]) {
      assert.deepStrictEqual(yield* run(getPublicProperty(documentId, none)), [{ by: "documentId", documentId }])
    }
  })
)

it.effect("PUB-002: looks up nothing for zero and for numbers beyond the range of ids", () =>
  Effect.gen(function* () {
    for (const id of ["0", "0000000000", "2147483648", "4294967397", "9999999999"]) {
      assert.deepStrictEqual(yield* run(getPublicProperty(id, none)), [], id)
    }
  })
)

it.effect("PUB-005: looks up by slug, even if it is all digits", () =>
  Effect.gen(function* () {
    for (const slug of ["venue-v1", "101"]) {
      assert.deepStrictEqual(yield* run(getPublicPropertyBySlug(slug, none)), [{ by: "slug", slug }])
    }
  })
)
