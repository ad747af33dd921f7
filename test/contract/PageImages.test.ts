import { assert } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { demoWithoutCities } from "../support/datasets/demoWithoutCities.ts"
import { organizationIds } from "../../src/demo/demoOrganizations.ts"
import { Blobs } from "../../src/domain/blobs/Blobs.ts"
import type { Dataset } from "../../src/domain/dataset/Dataset.ts"
import { imageKeys } from "../../src/domain/images/PageImage.ts"
import { PageImages } from "../../src/domain/images/PageImages.ts"
import { removeUnusedImages } from "../../src/domain/images/removeUnusedImages.ts"
import type { PageVersionRow } from "../../src/domain/pages/PageGroup.ts"
import { atomically } from "../../src/domain/shared/atomically.ts"
import * as BlobsLayer from "../../src/layers/repositories/BlobsLayer.ts"
import * as PageImagesLayer from "../../src/layers/repositories/PageImagesLayer.ts"
import { twins } from "../support/twins.ts"

const now = DateTime.makeUnsafe("2026-05-10T12:00:00Z")
const demo = demoWithoutCities(now)

const showing = (version: PageVersionRow, imageId: string): PageVersionRow => ({
  ...version,
  featuredImage: { imageId, alt: "", width: 960, height: 640, contentType: "image/webp", bytes: 3 }
})

/** Drafts of A show the image `in-draft`, its published versions `published`, other organizations' `of-another`. */
const dataset: Dataset = {
  ...demo,
  pageImages: [],
  blobs: [],
  pageVersions: demo.pageVersions.map((version) => {
    const isOfA = version.organizationId === organizationIds.A
    if (!isOfA) return showing(version, "of-another")
    return version.publishedAt === null ? showing(version, "in-draft") : showing(version, "published")
  })
}

const both = {
  layerSql: Layer.merge(PageImagesLayer.layerSql, BlobsLayer.layerSql),
  layerMemory: Layer.merge(PageImagesLayer.layerMemory, BlobsLayer.layerMemory)
}

const upload = Effect.fnUntraced(function* (id: string, createdAt: DateTime.Utc) {
  const image = {
    id,
    organizationId: organizationIds.A,
    width: 960,
    height: 640,
    widths: [480, 960],
    storedBytes: 12,
    createdAt
  }
  const images = yield* PageImages
  const blobs = yield* Blobs
  yield* images.insert(image)
  yield* blobs.insertMissing(
    imageKeys(image).map((key) => ({ key, contentType: "image/webp", bytes: Uint8Array.of(1, 2, 3), createdAt }))
  )
  return image
}, atomically)

const storedOf = (id: string) =>
  Effect.gen(function* () {
    const blobs = yield* Blobs
    const found = yield* Effect.forEach(imageKeys({ id, widths: [480, 960] }), (key) => blobs.find(key))
    return found.filter(({ _tag }) => _tag === "Some").length
  })

twins("PageImages", both, dataset, (it) => {
  it.effect("A-145: removes images from before an instant that no version shows, with their bytes, and no others", () =>
    Effect.gen(function* () {
      const old = DateTime.subtract(now, { hours: 1 })
      for (const id of ["in-draft", "published", "of-another", "unused"]) yield* upload(id, old)
      yield* upload("just", now)
      let removed = 0
      for (let last = -1; last !== 0; removed += last) last = yield* removeUnusedImages(now)
      assert.strictEqual(removed, 2)
      const stored = yield* Effect.forEach(["in-draft", "published", "of-another", "unused", "just"], storedOf)
      assert.deepStrictEqual(stored, [4, 4, 0, 0, 4])
    })
  )

  it.effect("A-145: a rollback restores a removed image and its bytes", () =>
    Effect.gen(function* () {
      yield* upload("together", DateTime.subtract(now, { days: 2 }))
      const failed = atomically(Effect.andThen(removeUnusedImages(now), Effect.fail("no")))
      assert.strictEqual(yield* Effect.flip(failed), "no")
      assert.strictEqual(yield* storedOf("together"), 4)
      assert.strictEqual(yield* removeUnusedImages(now), 1)
      assert.strictEqual(yield* storedOf("together"), 0)
    })
  )
})
