import { DateTime, Effect, Layer, TxHashMap } from "effect"
import type { PageImage } from "../../domain/images/PageImage.ts"
import { PageImages } from "../../domain/images/PageImages.ts"
import { makePageImagesSql } from "../../sql/repositories/PageImagesSql.ts"
import { Memory } from "../memory/Memory.ts"

export const layerSql = Layer.effect(PageImages, makePageImagesSql)

export const layerMemory = Layer.effect(
  PageImages,
  Effect.map(Memory, ({ pageImages, pageVersions }) =>
    PageImages.of({
      insert: (image) => TxHashMap.set(pageImages, image.id, image),
      removeUnused: Effect.fnUntraced(function* (instant) {
        const versions = yield* TxHashMap.values(pageVersions)
        const isUsed = ({ id, organizationId }: PageImage) =>
          versions.some((of) => of.organizationId === organizationId && of.featuredImage?.imageId === id)
        const unused = (yield* TxHashMap.values(pageImages)).filter(
          (image) => DateTime.isLessThan(image.createdAt, instant) && !isUsed(image)
        )
        yield* TxHashMap.removeMany(
          pageImages,
          unused.map(({ id }) => id)
        )
        return unused.map(({ id, widths }) => ({ id, widths }))
      }, Effect.tx)
    })
  )
)
