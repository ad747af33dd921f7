import { assert, layer } from "@effect/vitest"
import { Effect, Record, String } from "effect"
import { referredBy, type Table } from "../../src/domain/dataset/Table.ts"
import { type Row, type TableName, tableNames, tableOf } from "../../src/domain/dataset/tables.ts"
import { derivedTables } from "../../src/sql/DatasetSql.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import { type CatalogTable, tableCatalog } from "../support/servers/tableCatalog.ts"

/** Tables of libraries: the applied migrations, and the jobs of `effect/cluster`. */
const foreign = ["cluster_locks", "cluster_messages", "cluster_replies", "cluster_runners", "effect_sql_migrations"]

/** Whether the condition of a unique index only excludes nulls, which never match anyway. */
const isOfNullsOnly = (where: string) => /^\(\w+ IS NOT NULL\)$/u.test(where)

const columns = (fields: ReadonlyArray<string>) => fields.map(String.camelToSnake)

const described = <Name extends TableName>(name: Name) => {
  const { fields, key, references = {}, uniques = {} }: Table<Row<Name>> = tableOf[name]
  return {
    name: String.camelToSnake(name),
    columns: columns(fields).toSorted(),
    key: columns(key),
    uniques: Record.map(uniques, (unique) => ({
      columns: columns(unique.fields),
      isPartial: unique.where !== undefined
    })),
    references: Record.map(references, (reference) => ({
      columns: columns(reference.fields),
      to: String.camelToSnake(reference.to),
      on: columns(referredBy(reference)),
      isDeferred: reference.deferred === true,
      isCascade: reference.cascade === true
    }))
  }
}

const found = ({ name, columns, key, uniques, references }: CatalogTable): ReturnType<typeof described> => ({
  name,
  columns: columns.toSorted(),
  key: [...key],
  uniques: Record.map(uniques, (unique) => ({
    columns: [...unique.columns],
    isPartial: unique.where !== null && !isOfNullsOnly(unique.where)
  })),
  references: Record.map(references, (reference) => ({
    ...reference,
    columns: [...reference.columns],
    on: [...reference.on]
  }))
})

layer(Postgres.layer)("descriptions of tables", (it) => {
  it.effect("cover every table of a migrated database except those of libraries and derived ones", () =>
    Effect.gen(function* () {
      const names = (yield* tableCatalog)
        .map(({ name }) => name)
        .filter((name) => ![...foreign, ...derivedTables].includes(name))
      assert.deepStrictEqual(names.toSorted(), columns(tableNames).toSorted())
    })
  )

  it.effect.each([...tableNames])("describe %s like the database: columns, key, uniques, references", (name) =>
    Effect.gen(function* () {
      const table = (yield* tableCatalog).find((one) => one.name === String.camelToSnake(name))
      assert(table !== undefined, `${name} is not in the database`)
      assert.deepStrictEqual(described(name), found(table))
    })
  )

  it.effect("name the tenant column, or a reason why there is none", () =>
    Effect.sync(() => {
      for (const name of tableNames) {
        const { fields, tenant } = tableOf[name]
        if (typeof tenant === "string") assert.include(fields, tenant, name)
        else assert.isAbove(tenant.none.length, 20, name)
      }
    })
  )
})
