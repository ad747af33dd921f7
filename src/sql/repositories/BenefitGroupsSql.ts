import { Effect, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Reach } from "../../domain/access/Reach.ts"
import { BenefitGroup, BenefitId } from "../../domain/benefits/Benefit.ts"
import type { BenefitGroupKey, BenefitGroupLocator, BenefitGroups } from "../../domain/benefits/BenefitGroups.ts"
import { BenefitGroupView } from "../../domain/benefits/BenefitGroupView.ts"
import { BenefitView } from "../../domain/benefits/BenefitView.ts"
import type { Change } from "../../domain/dataset/Rows.ts"
import { OrganizationId } from "../../domain/organizations/Organization.ts"
import { orMissing } from "../../domain/shared/orMissing.ts"
import { benefitColumns } from "../fragments/benefitColumns.ts"
import { Timestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { rowsSql } from "../statements/rowsSql.ts"
import { withinOrganizations } from "../fragments/withinReach.ts"

const Stored = Schema.Struct({ ...BenefitGroup.fields, createdAt: Timestamp, updatedAt: Timestamp })

const Query = Schema.Struct({
  reach: Reach,
  enabled: Schema.UndefinedOr(Schema.Boolean),
  limit: Schema.Int,
  offset: Schema.Int
})

const Locator = Schema.Struct({ reach: Reach, groupId: Schema.String })

/** Benefit groups in this database. */
export const makeBenefitGroupsSql: Effect.Effect<BenefitGroups["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsSql(sql, "benefitGroups")
    const items = rowsSql(sql, "benefitGroupItems")

    const columns = sql.literal(`
      g.xid AS "groupId", g.name, g.description, g.enabled, g.stay_required AS "stayRequired",
      (
        SELECT count(*)::integer FROM benefit_group_items i
        JOIN benefits b ON b.organization_id = i.organization_id AND b.id = i.benefit_id
        WHERE i.organization_id = g.organization_id AND i.group_id = g.id AND b.archived_at IS NULL
      ) AS "benefitCount",
      g.created_at AS "createdAt", g.updated_at AS "updatedAt"`)

    const within = ({ groupId, reach }: typeof Locator.Encoded) =>
      sql`g.xid = ${groupId} AND ${withinOrganizations(sql, reach, "g.organization_id")}`

    const matching = ({ enabled, reach }: typeof Query.Encoded) => {
      const clauses = [withinOrganizations(sql, reach, "g.organization_id")]
      if (enabled !== undefined) clauses.push(enabled ? sql`g.enabled` : sql`NOT g.enabled`)
      return sql.and(clauses)
    }

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: BenefitGroupView,
      whole: (query) => sql`SELECT count(*)::integer AS total FROM benefit_groups g WHERE ${matching(query)}`,
      page: (query) => sql`
        SELECT ${columns} FROM (
          SELECT g.organization_id, g.id FROM benefit_groups g WHERE ${matching(query)}
          ORDER BY g.name, g.id LIMIT ${query.limit} OFFSET ${query.offset}
        ) page
        JOIN benefit_groups g ON g.organization_id = page.organization_id AND g.id = page.id
        ORDER BY g.name, g.id`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: BenefitGroupView,
      execute: (locator) => sql`SELECT ${columns} FROM benefit_groups g WHERE ${within(locator)}`
    })

    const selectBenefits = SqlSchema.findAll({
      Request: Locator,
      Result: BenefitView,
      execute: (locator) => sql`
        SELECT ${benefitColumns(sql, locator.reach)}
        FROM benefit_groups g
        JOIN benefit_group_items item ON item.organization_id = g.organization_id AND item.group_id = g.id
        JOIN benefits b ON b.organization_id = item.organization_id AND b.id = item.benefit_id
        WHERE ${within(locator)} AND b.archived_at IS NULL
        ORDER BY item.position`
    })

    const lock = SqlSchema.findOneOption({
      Request: Locator,
      Result: Stored,
      execute: (locator) => sql`
        SELECT g.id, g.xid, g.organization_id AS "organizationId", g.document_id AS "documentId", g.name,
          g.description, g.enabled, g.stay_required AS "stayRequired", g.created_at AS "createdAt",
          g.updated_at AS "updatedAt"
        FROM benefit_groups g WHERE ${within(locator)} FOR UPDATE`
    })

    const insertItems = SqlSchema.void({
      Request: Schema.Struct({ organizationId: OrganizationId, id: Schema.Int, benefitIds: Schema.Array(BenefitId) }),
      execute: ({ benefitIds, id, organizationId }) => sql`
        INSERT INTO benefit_group_items (organization_id, group_id, benefit_id, position)
        SELECT ${organizationId}::integer, ${id}::integer, placed.benefit_id, placed.position
        FROM unnest(${benefitIds}::integer[]) WITH ORDINALITY AS placed (benefit_id, position)`
    })

    return {
      list: selectList,
      get: Effect.fnUntraced(function* (locator: BenefitGroupLocator) {
        const [group, benefits] = yield* Effect.orDie(
          Effect.all([selectOne(locator), selectBenefits(locator)], { concurrency: 2 })
        )
        return { ...(yield* orMissing(group)), benefits }
      }),
      getForUpdate: (locator: BenefitGroupLocator) => Effect.flatMap(Effect.orDie(lock(locator)), orMissing),
      insert: (row) => Effect.orDie(rows.insertNumbered(row)),
      update: ({ id, organizationId }: BenefitGroupKey, change: Change<"benefitGroups">) =>
        rows.change({ organizationId, id }, change),
      remove: ({ id, organizationId }: BenefitGroupKey) => Effect.asVoid(rows.remove({ organizationId, id })),
      replaceBenefits: Effect.fnUntraced(function* (
        { id, organizationId }: BenefitGroupKey,
        benefitIds: ReadonlyArray<BenefitId>
      ) {
        yield* items.remove({ organizationId, groupId: id })
        if (benefitIds.length > 0) yield* insertItems({ organizationId, id, benefitIds })
      }, Effect.orDie)
    }
  }
)
