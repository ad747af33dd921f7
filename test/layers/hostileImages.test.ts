import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { existsSync } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startChild } from "../support/servers/child.ts"
import { hostileImages } from "../support/pages/hostileImages.ts"

const fileOf = (make: () => Promise<Uint8Array>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const directory = await mkdtemp(join(tmpdir(), "hub-image-"))
      await writeFile(join(directory, "image"), await make())
      return { directory, path: join(directory, "image") }
    }),
    ({ directory }) => Effect.promise(() => rm(directory, { recursive: true }))
  )

const decoding = (path: string, ...more: ReadonlyArray<string>) =>
  startChild(process.execPath, ["--disable-warning=ExperimentalWarning", "test/fixtures/decodeBomb.ts", path, ...more])

/** What decoding ends with, by the status of the upload. */
const outcomes = { 200: "encoded", 400: "ImageUnreadable", 415: "ImageTypeUnsupported" } as const

const Decoded = Schema.fromJsonString(
  Schema.Struct({ outcome: Schema.String, megabytes: Schema.Int, millis: Schema.Int })
)

const decoded = Effect.fnUntraced(function* (path: string) {
  const child = yield* decoding(path)
  assert.strictEqual(yield* child.ended, 0, child.log())
  return yield* Schema.decodeUnknownEffect(Decoded)(child.log())
})

/** The letter of a process's state in Linux: `T` when it is stopped. */
const stateOf = (pid: number) =>
  Effect.map(
    Effect.promise(() => readFile(`/proc/${pid}/stat`, "utf8")),
    (stat) => stat.slice(stat.lastIndexOf(")") + 2).charAt(0)
  )

describe.skipIf(!existsSync("/proc/self/clear_refs"))("hostile images (skipped without /proc of Linux)", () => {
  it.live.each(hostileImages.map((image) => [image.name, image] as const))(
    "PAR-083, A-147: %s takes at most 200 MB, and 3 s of a processor to decode",
    ([, { make, status }]) =>
      Effect.gen(function* () {
        const { path } = yield* fileOf(make)
        const { megabytes, millis, outcome } = yield* Effect.repeat(decoded(path), {
          until: (result) => result.outcome !== "DecodingStarved"
        })
        assert.strictEqual(outcome, outcomes[status])
        assert.isAtMost(megabytes, 200)
        // An accepted image is also encoded.
        assert.isAtMost(millis, status === 200 ? 6000 : 3000)
      }).pipe(Effect.scoped)
  )

  for (const [counted, outcome, what] of [
    [[], "DecodingStarved", "of which it had too little of a processor, and says that it was busy"],
    [["working"], "ImageUnreadable", "and refuses the image"]
  ] as const) {
    it.live(`A-147: gives up decoding after 3 s, ${what}`, () =>
      Effect.gen(function* () {
        const { make } =
          hostileImages.find(({ name }) => name === "a PNG of 16 bits with alpha on its side") ??
          assert.fail("no image")
        const { path } = yield* fileOf(make)
        const child = yield* decoding(path, "stop", ...counted)
        while (child.isRunning() && (yield* stateOf(child.pid)) !== "T") yield* Effect.sleep(5)
        assert.isTrue(child.isRunning(), child.log())
        yield* Effect.sleep(3500)
        yield* child.signal("SIGCONT")
        assert.strictEqual(yield* child.ended, 0, child.log())
        assert.strictEqual(JSON.parse(child.log()).outcome, outcome)
      }).pipe(Effect.scoped)
    )
  }
})
