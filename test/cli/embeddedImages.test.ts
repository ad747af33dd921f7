import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { startEmbedded } from "../support/servers/embeddedProcess.ts"
import { imageForm, onePixel } from "../support/http/form.ts"
import { temporaryDirectory } from "../support/servers/hub.ts"
import { at } from "../support/http/service.ts"

// The embedded database is created and opened again, which takes seconds where the machine is busy.
const serving = (directory: string) => startEmbedded(directory, ["--store", "embedded", "--demo"])

const load = (baseUrl: string, path: string) =>
  Effect.promise(async () => {
    const response = await fetch(new URL(path, baseUrl))
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  })

it.live("A-145: an image of the embedded store is a file beside its database and survives a kill", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const blobs = join(directory, "blobs")
      const first = yield* serving(directory)
      assert.isFalse(existsSync(blobs))
      const { body, headers } = imageForm(onePixel)
      const answer: unknown = yield* Effect.promise(async () => {
        const path = `/v1/partner/pages/${demoIds.pages["V1_never_draft"]}/featured-image`
        const response = await fetch(`${first.baseUrl}${path}`, {
          method: "POST",
          headers: { ...headers, "x-api-key": partnerKeys.PA, "idempotency-key": "kept" },
          body
        })
        return response.json()
      })
      const path = new URL(String(at(answer, "featuredImage.url")), first.baseUrl).pathname
      const served = yield* load(first.baseUrl, path)
      assert.deepStrictEqual([served.status, readdirSync(blobs).length], [200, 2])
      yield* first.child.signal("SIGKILL")
      yield* first.child.ended

      const second = yield* serving(directory)
      assert.deepStrictEqual(yield* load(second.baseUrl, path), served)
      rmSync(blobs, { recursive: true })
      assert.strictEqual((yield* load(second.baseUrl, path)).status, 404)
    })
  )
)
