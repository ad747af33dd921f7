import { Effect, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MemberId } from "../../domain/members/Member.ts"
import { VenueId } from "../../domain/properties/Property.ts"
import { Instant } from "../../domain/shared/Instant.ts"
import { Favorite } from "../../domain/favorites/Favorite.ts"
import { FavoriteMissing, FavoriteTaken } from "../../domain/favorites/FavoriteErrors.ts"
import type { FavoriteLocator, Favorites, FavoritesQuery } from "../../domain/favorites/Favorites.ts"
import { Timestamp } from "../statements/columns.ts"
import { listOf, Total } from "../statements/listOf.ts"
import { itemOf, propertyItemColumns, PropertyItemRow } from "../fragments/propertyItemColumns.ts"
import { rowsSql } from "../statements/rowsSql.ts"

const Row = Schema.Struct({ ...PropertyItemRow.fields, favoritedAt: Instant })

const FavoriteRow = Schema.Struct({ ...Favorite.fields, createdAt: Timestamp })

const Locator = Schema.Struct({ memberId: MemberId, propertyDocumentId: Schema.String })

const Query = Schema.Struct({ memberId: MemberId, limit: Schema.Int, offset: Schema.Int })

const Found = Schema.Struct({ propertyId: VenueId })

/** Favorites in this database. */
export const makeFavoritesSql: Effect.Effect<Favorites["Service"], never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const favorites = rowsSql(sql, "favorites")

    const selectList = listOf(sql, {
      Request: Query,
      Whole: Total,
      Item: Row,
      whole: ({ memberId }) => sql`
        SELECT count(*)::integer AS total
        FROM favorites f
        JOIN properties p ON p.id = f.property_id AND p.status = 'published'
        WHERE f.member_id = ${memberId}`,
      page: ({ limit, memberId, offset }) => sql`
        SELECT ${sql.literal(propertyItemColumns)}, f.created_at AS "favoritedAt"
        FROM favorites f
        JOIN properties p ON p.id = f.property_id AND p.status = 'published'
        JOIN brands b ON b.organization_id = p.organization_id AND b.id = p.brand_id
        WHERE f.member_id = ${memberId}
        ORDER BY f.created_at DESC, f.property_id DESC LIMIT ${limit} OFFSET ${offset}`
    })

    const selectOne = SqlSchema.findOneOption({
      Request: Locator,
      Result: FavoriteRow,
      execute: ({ memberId, propertyDocumentId }) => sql`
        SELECT f.member_id AS "memberId", f.property_id AS "propertyId", f.created_at AS "createdAt"
        FROM favorites f
        JOIN properties p ON p.id = f.property_id
        WHERE f.member_id = ${memberId} AND p.document_id = ${propertyDocumentId}`
    })

    const removeRow = SqlSchema.findOneOption({
      Request: Locator,
      Result: Found,
      execute: ({ memberId, propertyDocumentId }) => sql`
        DELETE FROM favorites f USING properties p
        WHERE f.member_id = ${memberId} AND p.document_id = ${propertyDocumentId} AND p.id = f.property_id
        RETURNING f.property_id AS "propertyId"`
    })

    return {
      list: Effect.fnUntraced(function* (query: FavoritesQuery) {
        const page = yield* selectList(query)
        return { ...page, items: page.items.map((row) => ({ ...itemOf(row), favoritedAt: row.favoritedAt })) }
      }),
      find: (locator) => Effect.orDie(selectOne(locator)),
      insert: Effect.fnUntraced(function* (favorite: Favorite) {
        if (!(yield* Effect.orDie(favorites.insertMissing(favorite)))) return yield* new FavoriteTaken()
      }),
      remove: Effect.fnUntraced(function* (locator: FavoriteLocator) {
        if (Option.isNone(yield* Effect.orDie(removeRow(locator)))) return yield* new FavoriteMissing()
      })
    }
  }
)
