import { String } from "effect"
import { isNumbered } from "../../src/domain/dataset/Table.ts"
import { isTableName, type TableName, tableNames, tableOf } from "../../src/domain/dataset/tables.ts"

interface Source {
  readonly alias: string
  readonly table: TableName
}

interface Equality {
  readonly alias: string | undefined
  readonly column: string
  /** The alias of the other side; undefined for a parameter, a literal or a subquery. */
  readonly otherAlias: string | undefined
  readonly otherColumn: string | undefined
}

const byName = new Map(tableNames.map((name) => [String.camelToSnake(name), name]))

const keywords = "WHERE|JOIN|LEFT|CROSS|INNER|ON|SET|USING|ORDER|GROUP|LIMIT|FOR|RETURNING|UNION|VALUES|SELECT|HAVING"

const source = new RegExp(
  `\\b(?:FROM|JOIN|UPDATE|USING)\\s+(\\w+)(?:\\s+(?:AS\\s+)?(?!(?:${keywords})\\b)(\\w+))?`,
  "giu"
)

const equality =
  /(?:\b(\w+)\.)?\b(\w+)\s*(?:IS NULL|(?:=|IN|IS NOT DISTINCT FROM)\s*(?:ANY\s*)?\(*(?:(\w+)\."?(\w+)|[$'(]|SELECT|ARRAY))/giu

/** The tenant tables in a statement, with their aliases. CTEs are checked where they are defined. */
const sourcesOf = (text: string): ReadonlyArray<Source> =>
  [...text.matchAll(source)].flatMap(([, name = "", alias = name]) => {
    const table = byName.get(name)
    return table === undefined || typeof tableOf[table].tenant !== "string" ? [] : [{ alias, table }]
  })

const equalitiesOf = (text: string): ReadonlyArray<Equality> =>
  [...text.matchAll(equality)].map(([, alias, column = "", otherAlias, otherColumn]) => ({
    alias,
    column,
    otherAlias,
    otherColumn
  }))

const columns = (fields: ReadonlyArray<string>) => new Set(fields.map(String.camelToSnake))

/**
 * Columns that may be compared with a value: the tenant, keys that imply it, and internal ids, which never come from
 * outside.
 */
const namingColumns = (name: TableName) => {
  const { global = {}, references = {}, tenant } = tableOf[name]
  const numbers = Object.values(references).flatMap(
    ({ fields, to }): ReadonlyArray<string> => (isTableName(to) && isNumbered(tableOf[to]) ? fields : [])
  )
  return columns([...(typeof tenant === "string" ? [tenant] : []), ...Object.keys(global), ...numbers])
}

/** Columns that may be joined with a bound row: the same, and every key and reference. */
const joiningColumns = (name: TableName) => {
  const { key, references = {} } = tableOf[name]
  const referring = Object.values(references).flatMap(({ fields }): ReadonlyArray<string> => fields)
  return new Set([...namingColumns(name), ...columns([...key, ...referring])])
}

/**
 * The tables that a statement reads or changes without a condition that leads to their tenant (DOMAIN 1). It analyses
 * text, so it can be fooled, for example by an `OR`; its purpose is to find forgotten conditions. Row-level security
 * would check this in the database, but it needs the tenant set in every transaction, one more round trip each, and
 * does not fit reads that share a connection.
 */
export const unboundTables = (text: string): ReadonlyArray<TableName> => {
  const sources = sourcesOf(text)
  const equalities = equalitiesOf(text)
  const aliases = new Set(sources.map(({ alias }) => alias))
  const bound = new Set<string>()
  const isKnown = (alias: string | undefined) => alias !== undefined && (!aliases.has(alias) || bound.has(alias))
  const isBound = ({ alias, table }: Source) => {
    const naming = namingColumns(table)
    const joining = joiningColumns(table)
    return equalities.some((equality) => {
      if (equality.otherAlias === alias) return joining.has(equality.otherColumn ?? "") && isKnown(equality.alias)
      const isBare = equality.alias === undefined && (aliases.size === 1 || byName.has(alias))
      if (equality.alias !== alias && !isBare) return false
      return equality.otherAlias === undefined
        ? naming.has(equality.column)
        : joining.has(equality.column) && isKnown(equality.otherAlias)
    })
  }
  let before = -1
  while (bound.size > before) {
    before = bound.size
    for (const { alias } of sources.filter(isBound)) bound.add(alias)
  }
  return [...new Set(sources.filter(({ alias }) => !bound.has(alias)).map(({ table }) => table))]
}
