import { Effect } from "effect"
import { PropertyCatalog } from "./PropertyCatalog.ts"
import type { StayDates } from "./PropertyFilter.ts"
import { refusePast } from "./searchProperties.ts"

/** Properties by document id, in request order; unknown and hidden ones are omitted (MEM-114). */
export const hydrateProperties = Effect.fnUntraced(function* (request: {
  readonly documentIds: ReadonlyArray<string>
  readonly dates?: StayDates
}) {
  yield* refusePast(request.dates)
  const catalog = yield* PropertyCatalog
  const listed = yield* catalog.listItems(request.documentIds, request.dates)
  const items = new Map(listed.map((item) => [item.documentId, item]))
  return { items: request.documentIds.map((id) => items.get(id)).filter((item) => item !== undefined) }
})

/** Derives the label from the id: `airport_shuttle` becomes `Airport shuttle`. */
const choice = ({ count, id }: { readonly id: string; readonly count: number }) => ({
  id,
  name: id.slice(0, 1).toUpperCase() + id.slice(1).replace(/[_-]/gu, " "),
  count
})

/** The available filter choices over all published properties (MEM-114). */
export const listPropertyFilters = Effect.fnUntraced(function* () {
  const catalog = yield* PropertyCatalog
  const { amenities, propertyTypes, tags, ...rest } = yield* catalog.getFilters
  return {
    ...rest,
    amenities: amenities.map(choice),
    propertyTypes: propertyTypes.map(choice),
    tags: tags.map(choice)
  }
})
