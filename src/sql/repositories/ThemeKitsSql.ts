import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { ThemeKit } from "../../domain/themes/ThemeKit.ts"
import type { ThemeKitLocator, ThemeKits, ThemeKitsQuery } from "../../domain/themes/ThemeKits.ts"
import { withinOrganizations } from "../fragments/withinReach.ts"
import { lockOrganization } from "../fragments/lockOrganization.ts"
import { Timestamp } from "../statements/columns.ts"
import { containsText } from "../fragments/containsText.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { queryOne } from "../statements/queryOne.ts"

const KitRow = Schema.Struct({ ...ThemeKit.fields, createdAt: Timestamp, updatedAt: Timestamp })

const RecordRow = Schema.Struct({ ...KitRow.fields, usedByPages: Schema.Int })

const recordOf = ({ usedByPages, ...kit }: typeof RecordRow.Type) => ({ kit, usedByPages })

const Query = Schema.Struct({
  reach: Reach,
  q: Schema.UndefinedOr(Schema.String),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, themeKitId: Schema.String })

const columns = `
  k.id, k.xid, k.organization_id AS "organizationId", k.name, k.colors, k.fonts, k.logo_url AS "logoUrl",
  k.border_radius AS "borderRadius", k.is_default AS "isDefault", k.version, k.created_at AS "createdAt",
  k.updated_at AS "updatedAt"`

/** The operations on theme kits that generic row statements do not cover. */
export type ThemeKitStatements = Omit<ThemeKits["Service"], "insert" | "update" | "remove">

/** Reads and locks of theme kits in this database. */
export const makeThemeKitsSql: Effect.Effect<ThemeKitStatements, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const matching = ({ q, reach }: typeof Query.Encoded) => {
    const clauses = [withinOrganizations(sql, reach, "k.organization_id")]
    if (q !== undefined) clauses.push(containsText(sql, "k.name", q))
    return sql.and(clauses)
  }

  const within = ({ reach, themeKitId }: typeof Locator.Encoded) =>
    sql`k.xid = ${themeKitId} AND ${withinOrganizations(sql, reach, "k.organization_id")}`

  /** The records of the theme kits `k`, of no more than are shown: each counts the pages that use it. */
  const records = (k: Statement.Fragment) => sql`
      SELECT ${sql.literal(columns)}, (
        SELECT count(*)::integer FROM page_theme_kits u WHERE u.organization_id = k.organization_id AND u.kit = k.xid
      ) AS "usedByPages"
      FROM (${k}) k`

  const selectList = listOf(sql, {
    Request: Query,
    Whole: Total,
    Item: RecordRow,
    whole: (query) => sql`SELECT count(*)::integer AS total FROM theme_kits k WHERE ${matching(query)}`,
    page: (query) => sql`
        ${records(sql`
          SELECT * FROM theme_kits k WHERE ${matching(query)}
          ORDER BY k.name COLLATE "C", k.xid LIMIT ${query.limit} OFFSET ${query.offset}`)}
        ORDER BY k.name COLLATE "C", k.xid`
  })

  const selectOne = SqlSchema.findOneOption({
    Request: Locator,
    Result: RecordRow,
    execute: (locator) => records(sql`SELECT * FROM theme_kits k WHERE ${within(locator)}`)
  })

  const lock = SqlSchema.findOneOption({
    Request: Locator,
    Result: KitRow,
    execute: (locator) => sql`
        SELECT ${sql.literal(columns)} FROM theme_kits k WHERE ${within(locator)} FOR UPDATE`
  })

  const lockDefault = SqlSchema.findOneOption({
    Request: OrganizationId,
    Result: KitRow,
    execute: (organizationId) => sql`
        SELECT ${sql.literal(columns)} FROM theme_kits k
        WHERE k.organization_id = ${organizationId} AND k.is_default FOR UPDATE`
  })

  const selectIsUsed = queryOne({
    result: Schema.Struct({ isUsed: Schema.Boolean }),
    execute: ({ organizationId, xid }: ThemeKit) => sql`
        SELECT EXISTS (
          SELECT FROM page_theme_kits u WHERE u.organization_id = ${organizationId} AND u.kit = ${xid}
        ) AS "isUsed"`
  })

  return {
    list: Effect.fnUntraced(function* (query: ThemeKitsQuery) {
      const page = yield* selectList(query)
      return { ...page, items: page.items.map(recordOf) }
    }),
    get: (locator: ThemeKitLocator) =>
      Effect.map(Effect.flatMap(Effect.orDie(selectOne(locator)), orMissing), recordOf),
    getForUpdate: (locator: ThemeKitLocator) => Effect.flatMap(Effect.orDie(lock(locator)), orMissing),
    // Without a default kit there is no kit row to lock.
    findDefaultForUpdate: (organizationId) =>
      Effect.orDie(Effect.andThen(lockOrganization(sql, organizationId), lockDefault(organizationId))),
    isUsed: (kit) => Effect.map(Effect.orDie(selectIsUsed(kit)), ({ isUsed }) => isUsed)
  }
})
