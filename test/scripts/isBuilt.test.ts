import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir, rm, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { isBuilt } from "../../scripts/isBuilt.js"
import { temporaryDirectory } from "../support/servers/hub.ts"

/** A checkout whose paths were last changed at these seconds. */
const checkout = Effect.fnUntraced(function* (changed: Readonly<Record<string, number>>) {
  const root = yield* temporaryDirectory
  yield* Effect.promise(() => mkdir(join(root, "src/domain"), { recursive: true }))
  yield* Effect.promise(() => mkdir(join(root, "scripts")))
  yield* Effect.promise(() => mkdir(join(root, "dist")))
  for (const path of Object.keys(changed).filter((name) => /\.\w+$/.test(name))) {
    yield* Effect.promise(() => writeFile(join(root, path), ""))
  }
  for (const [path, second] of Object.entries({ src: 0, "src/domain": 0, ...changed })) {
    yield* Effect.promise(() => utimes(join(root, path), second, second))
  }
  return root
})

const built = {
  "package-lock.json": 1,
  "src/main.ts": 1,
  "src/domain/Brand.ts": 1,
  "scripts/build.ts": 1,
  "dist/hub.js": 2
}

describe("isBuilt", () => {
  it.live("is true until a source, a script, the lock file or a directory changes", () =>
    Effect.gen(function* () {
      assert.isTrue(isBuilt(yield* checkout(built)))
      for (const changed of [...Object.keys(built).filter((path) => path !== "dist/hub.js"), "src", "src/domain"]) {
        assert.isFalse(isBuilt(yield* checkout({ ...built, [changed]: 3 })), changed)
      }
    })
  )

  it.live("is false without dist/hub.js", () =>
    Effect.gen(function* () {
      const root = yield* checkout(built)
      yield* Effect.promise(() => rm(join(root, "dist/hub.js")))
      assert.isFalse(isBuilt(root))
    })
  )
})
