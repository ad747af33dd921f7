import { type Row, type TableName, tableNames, tableOf, type tables } from "./tables.ts"

/** The tables that a dataset contains: all except those written only by operations. */
export type DatasetName = {
  [Name in TableName]: (typeof tables)[Name] extends { readonly journal: true } ? never : Name
}[TableName]

/**
 * A complete state of the service: the rows of each table. Both stores load it, so a demo or a test starts from the
 * same facts on either.
 */
export type Dataset = { readonly [Name in DatasetName]: ReadonlyArray<Row<Name>> }

const isDatasetName = (name: TableName): name is DatasetName => tableOf[name].journal !== true

/** The tables whose rows must be inserted before those of `name`; excludes itself and references checked at commit. */
const before = (name: TableName): ReadonlyArray<string> =>
  Object.values(tableOf[name].references ?? {}).flatMap(({ deferred, to }) =>
    deferred === true || to === name ? [] : [to]
  )

const inOrder = (
  waiting: ReadonlyArray<DatasetName>,
  ordered: ReadonlyArray<DatasetName> = []
): ReadonlyArray<DatasetName> => {
  if (waiting.length === 0) return ordered
  const names = new Set<string>(waiting)
  const ready = waiting.filter((name) => !before(name).some((to) => names.has(to)))
  if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${waiting.join(", ")}`)
  const placed = new Set(ready)
  return inOrder(
    waiting.filter((name) => !placed.has(name)),
    [...ordered, ...ready]
  )
}

/** In insertion order: referenced tables first. */
export const datasetNames: ReadonlyArray<DatasetName> = inOrder(tableNames.filter(isDatasetName))
