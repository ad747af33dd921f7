import { String } from "effect"
import { isNumbered } from "../../src/domain/dataset/Table.ts"
import { isTableName, type TableName, tableNames, tableOf } from "../../src/domain/dataset/tables.ts"

/** A pair of parentheses, with the alias of what they contain, if any. The statement as a whole is one too. */
interface Scope {
  readonly alias: string | undefined
  readonly from: number
  readonly to: number
}

interface Source {
  readonly alias: string
  readonly table: TableName
  readonly index: number
  readonly scope: Scope
}

interface Column {
  readonly alias: string | undefined
  readonly column: string
  readonly index: number
}

interface Equality {
  readonly column: Column
  /** A column of another alias; undefined for a parameter or a literal. */
  readonly other: Column | undefined
  readonly isNull: boolean
  /** Whether the other side is a subquery, which names `other` if it selects a column. */
  readonly isSelected: boolean
}

const byName = new Map(tableNames.map((name) => [String.camelToSnake(name), name]))

const keywords = "WHERE|JOIN|LEFT|CROSS|INNER|ON|SET|USING|ORDER|GROUP|LIMIT|FOR|RETURNING|UNION|VALUES|SELECT|HAVING"

const source = new RegExp(
  `\\b(?:FROM|JOIN|UPDATE|USING)\\s+(\\w+)(?:\\s+(?:AS\\s+)?(?!(?:${keywords})\\b)(\\w+))?`,
  "giu"
)

const equality =
  /(?:\b(\w+)\.)?\b(\w+)\s*(?:(IS NULL)|(?:=|IN|IS NOT DISTINCT FROM)\s*(?:ANY\s*)?\(*\s*(?:(SELECT)(?: (\w+)\."?(\w+))?|(\w+)\."?(\w+)|[$'(]|ARRAY))/giu

const parenthesis = new RegExp(`\\(|\\)(?:\\s+(?:AS\\s+)?(?!(?:${keywords})\\b)(\\w+))?`, "giu")

const scopesOf = (text: string): ReadonlyArray<Scope> => {
  const scopes: Array<Scope> = [{ alias: undefined, from: -1, to: text.length }]
  const opened: Array<number> = []
  for (const { 0: found, 1: alias, index } of text.matchAll(parenthesis)) {
    if (found === "(") opened.push(index)
    else scopes.push({ alias, from: opened.pop() ?? -1, to: index })
  }
  return scopes
}

const isWithin = ({ index }: { readonly index: number }, { from, to }: Scope) => from < index && index < to

const innermost = <A>(all: ReadonlyArray<A>, scopeOf: (one: A) => Scope): ReadonlyArray<A> => {
  const from = Math.max(...all.map((one) => scopeOf(one).from))
  return all.filter((one) => scopeOf(one).from === from)
}

/** The innermost scope around a place. */
const around = (scopes: ReadonlyArray<Scope>, place: { readonly index: number }) =>
  innermost(
    scopes.filter((scope) => isWithin(place, scope)),
    (scope) => scope
  )

/** The tenant tables in a statement, with their aliases. CTEs are checked where they are defined. */
const sourcesOf = (text: string, scopes: ReadonlyArray<Scope>): ReadonlyArray<Source> =>
  [...text.matchAll(source)].flatMap(({ 1: name = "", 2: alias = name, index }) => {
    const table = byName.get(name)
    if (table === undefined || typeof tableOf[table].tenant !== "string") return []
    return around(scopes, { index }).map((scope) => ({ alias, table, index, scope }))
  })

const equalitiesOf = (text: string): ReadonlyArray<Equality> =>
  [...text.matchAll(equality)].map(
    ({ 0: found, 1: alias, 2: column = "", 3: isNull, 4: select, 5: selected, 6: field, 7: joined, 8: key, index }) => {
      const other = { alias: selected ?? joined, column: field ?? key ?? "", index: index + found.length - 1 }
      return {
        column: { alias, column, index },
        other: other.alias === undefined ? undefined : other,
        isNull: isNull !== undefined,
        isSelected: select !== undefined
      }
    }
  )

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

const tenantOf = (name: TableName) => {
  const { tenant } = tableOf[name]
  return typeof tenant === "string" ? String.camelToSnake(tenant) : undefined
}

/** Columns that may be joined with a bound row: the same, and every key and reference. */
const joiningColumns = (name: TableName) => {
  const { key, references = {} } = tableOf[name]
  const referring = Object.values(references).flatMap(({ fields }): ReadonlyArray<string> => fields)
  return new Set([...namingColumns(name), ...columns([...key, ...referring])])
}

/**
 * The tables that a statement reads or changes without a condition that leads to their tenant (DOMAIN 1). It analyses
 * text, so it can be fooled, for example by an `OR`; its purpose is to find forgotten conditions. Excused tables count
 * as bound, and so do the tables that are joined with them. Row-level security
 * would check this in the database, but it needs the tenant set in every transaction, one more round trip each, and
 * does not fit reads that share a connection.
 */
export const unboundTables = (
  statement: string,
  isExcused: (table: TableName) => boolean
): ReadonlyArray<TableName> => {
  const text = statement.replaceAll(/'[^']*'/gu, "''")
  const scopes = scopesOf(text)
  const sources = sourcesOf(text, scopes)
  const equalities = equalitiesOf(text)
  const hasOneAlias = new Set(sources.map(({ alias }) => alias)).size === 1
  const bound = new Set(sources.filter(({ table }) => isExcused(table)))
  const named = ({ alias, index }: Column) =>
    innermost(
      sources.filter((one) => one.alias === alias && isWithin({ index }, one.scope)),
      ({ scope }) => scope
    )
  const isVisible = (subquery: Scope, column: Column) =>
    !isWithin(column, subquery) && around(scopes, { index: subquery.from }).every((scope) => isWithin(column, scope))
  /** Subqueries are bound if all their tables are; CTEs and functions are known. */
  const isKnown = (column: Column) => {
    if (column.alias === undefined) return false
    const tables = named(column)
    const inner = scopes.filter((scope) => scope.alias === column.alias && isVisible(scope, column))
    return tables.length > 0
      ? tables.every((one) => bound.has(one))
      : inner.every((scope) => sources.every((one) => !isWithin(one, scope) || bound.has(one)))
  }
  const isBound = (one: Source) => {
    const naming = namingColumns(one.table)
    const joining = joiningColumns(one.table)
    return equalities.some(({ column, isNull, isSelected, other }) => {
      if (other !== undefined && named(other).includes(one)) return joining.has(other.column) && isKnown(column)
      const isBare = column.alias === undefined && (hasOneAlias || byName.has(one.alias))
      if (!isBare && !named(column).includes(one)) return false
      if (isNull) return column.column === tenantOf(one.table)
      return (
        ((other === undefined || isSelected) && naming.has(column.column)) ||
        (other !== undefined && joining.has(column.column) && isKnown(other))
      )
    })
  }
  let before = -1
  while (bound.size > before) {
    before = bound.size
    for (const one of sources.filter(isBound)) bound.add(one)
  }
  return [...new Set(sources.filter((one) => !bound.has(one)).map(({ table }) => table))]
}
