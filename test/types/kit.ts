// The compiler must reject these failures, so the diagnostics need not report them.
// @effect-diagnostics missingEffectError:off
import { Effect, type Layer, Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import type { RowStore } from "../../src/domain/dataset/RowStore.ts"
import { table } from "../../src/domain/dataset/Table.ts"
import type { Row } from "../../src/domain/dataset/tables.ts"
import type { Failure } from "../../src/domain/shared/Failure.ts"
import { refuse } from "../../src/domain/shared/CommittedRefusal.ts"
import * as hub from "../../src/http/hub/verbs.ts"
import * as partner from "../../src/http/partner/verbs.ts"
import { partnerFailure } from "../../src/http/partner/partnerFailure.ts"
import { partnerWrites } from "../../src/http/partner/partnerWrites.ts"
import { handlersOf } from "../../src/http/surface/handlers.ts"
import { endpointRoutes } from "../../src/http/surface/endpointRoutes.ts"
import type { Twin } from "../../src/layers/Twin.ts"

/** Mistakes that the kit rejects: type checking fails if the line below any `@ts-expect-error` compiles. */

class ShelfClosed extends Schema.TaggedError<ShelfClosed>()("ShelfClosed", {}) {
  static readonly failure: Failure = { kind: "conflict", code: "shelf_closed", title: "The shelf is closed" }
}

class ShelfMissing extends Schema.TaggedError<ShelfMissing>()("ShelfMissing", {}) {
  static readonly failure: Failure = { kind: "missing", code: "shelf_missing", title: "No such shelf" }
}

const text = { summary: "A shelf", description: "One of many." }
const Shelf = Schema.Struct({ name: Schema.String })
const scopes = ["partner:arrivals:read"] as const

export const endpoints = [
  // @ts-expect-error a partner endpoint without scopes
  partner.read.get("getShelf", "/shelf", text),
  // @ts-expect-error a scope that does not exist
  partner.read.get("getShelf", "/shelf", { ...text, scopes: ["partner:shelves:read"] }),
  // @ts-expect-error no scope at all, which must be written as `any`
  partner.read.get("getShelf", "/shelf", { ...text, scopes: [] }),
  // @ts-expect-error a hub endpoint without a permission
  hub.read.get("getShelf", "/shelf", text),
  // @ts-expect-error a hub permission that does not exist
  hub.read.get("getShelf", "/shelf", { ...text, permission: "shelves:read" }),
  // @ts-expect-error an endpoint without a summary
  partner.read.get("getShelf", "/shelf", { description: "One of many.", scopes }),
  // @ts-expect-error an endpoint without a description
  partner.read.get("getShelf", "/shelf", { summary: "A shelf", scopes }),
  // @ts-expect-error a GET that writes: the surface has no such verb
  partner.write.get("getShelf", "/shelf", { ...text, scopes }),
  // @ts-expect-error a body of a GET
  partner.read.get("getShelf", "/shelf", { ...text, scopes, payload: Shelf })
]

class ShelvesGroup extends HttpApiGroup.make("shelves").add(
  partner.read.get("getShelf", "/shelf", { ...text, scopes, success: Shelf }),
  partner.write.put("replaceShelf", "/shelf", {
    ...text,
    scopes,
    payload: Shelf,
    success: Shelf,
    errors: [partnerFailure(ShelfClosed)]
  })
) {}

class BooksGroup extends HttpApiGroup.make("books").add(
  partner.read.get("getBook", "/book", { ...text, scopes, success: Shelf })
) {}

class LibraryApi extends HttpApi.make("library").add(ShelvesGroup).add(BooksGroup) {}

const shelf = { name: "A" }
const getShelf = () => Effect.succeed(shelf)
const replaceShelf = () => Effect.succeed(shelf)

/** Correct handlers; each mistake below differs from them in one thing. */
const ShelvesHandlers = handlersOf(
  LibraryApi,
  "shelves"
)({
  getShelf,
  replaceShelf: {
    staged: ({ headers, payload }, once) =>
      once(payload.name === "" ? refuse(new ShelfClosed({})) : Effect.succeed(payload), {
        fingerprintInput: headers["idempotency-key"]
      })
  }
})

const BooksHandlers = handlersOf(LibraryApi, "books")({ getBook: getShelf })

// @ts-expect-error an endpoint without a handler
handlersOf(LibraryApi, "shelves")({ getShelf })

// @ts-expect-error an unknown group
handlersOf(LibraryApi, "tables")

handlersOf(
  LibraryApi,
  "shelves"
)({
  getShelf,
  // @ts-expect-error a header that the verb does not declare
  replaceShelf: ({ headers }) => Effect.succeed({ name: headers["if-match"] })
})

handlersOf(
  LibraryApi,
  "shelves"
)({
  // @ts-expect-error the key of a write in a read, which has none
  getShelf: ({ headers }) => Effect.succeed({ name: headers["idempotency-key"] }),
  replaceShelf
})

// @ts-expect-error a failure that the endpoint does not declare
handlersOf(LibraryApi, "shelves")({ getShelf: () => Effect.fail(new ShelfMissing({})), replaceShelf })

// @ts-expect-error a refusal that the endpoint does not declare
handlersOf(LibraryApi, "shelves")({ getShelf, replaceShelf: () => refuse(new ShelfMissing({})) })

// @ts-expect-error a response that is not the declared success
handlersOf(LibraryApi, "shelves")({ getShelf: () => Effect.succeed({ title: "A" }), replaceShelf })

handlersOf(
  LibraryApi,
  "shelves"
)({
  getShelf,
  // @ts-expect-error a staged write that does not run `once`
  replaceShelf: { staged: () => Effect.succeed(shelf) }
})

handlersOf(
  LibraryApi,
  "shelves"
)({
  getShelf,
  // @ts-expect-error a staged write that returns a value shaped like that of `once`
  replaceShelf: { staged: () => Effect.succeed({ response: undefined }) }
})

handlersOf(
  LibraryApi,
  "shelves"
)({
  getShelf,
  // @ts-expect-error a staged write whose own steps fail with an undeclared failure
  replaceShelf: { staged: (_request, once) => Effect.andThen(Effect.fail(new ShelfMissing({})), once(getShelf())) }
})

handlersOf(
  LibraryApi,
  "shelves"
)({
  getShelf,
  // @ts-expect-error a staged write whose transaction fails with an undeclared failure
  replaceShelf: { staged: (_request, once) => once(Effect.fail(new ShelfMissing({}))) }
})

const serving = { writes: () => partnerWrites }

endpointRoutes(LibraryApi, [ShelvesHandlers, BooksHandlers], serving)

// @ts-expect-error routes without a group of the API
endpointRoutes(LibraryApi, [ShelvesHandlers], serving)

const strayHandlers = handlersOf(LibraryApi, "shelves")({ getShelf, replaceShelf, removeShelf: getShelf })
// @ts-expect-error a handler of an unknown endpoint
endpointRoutes(LibraryApi, [strayHandlers, BooksHandlers], serving)

// @ts-expect-error routes without serving options
endpointRoutes(LibraryApi, [ShelvesHandlers, BooksHandlers])

declare const store: Layer.Layer<RowStore>
declare const rows: RowStore["Service"]
declare const member: Row<"favorites">["memberId"]
declare const property: Row<"favorites">["propertyId"]

/** Modules of repositories, as `repositories` lists them. */
export const repositories = [
  { layerSql: store, layerMemory: store },
  // @ts-expect-error a repository without its twin in memory
  { layerSql: store },
  // @ts-expect-error a repository without its twin in the database
  { layerMemory: store }
] as const satisfies ReadonlyArray<Twin>

const favorites = rows.of("favorites")
const listing = { by: ["createdAt"] } as const

export const statements = [
  favorites.list({ memberId: member }, listing),
  // @ts-expect-error rows of every member
  favorites.list({}, listing),
  // @ts-expect-error rows by a field that is not their tenant
  favorites.list({ propertyId: property }, listing),
  // @ts-expect-error one row of any member
  favorites.find({ propertyId: property }),
  // @ts-expect-error a change of the rows of every member
  favorites.update({ propertyId: property }, {}),
  // @ts-expect-error the removal of the rows of every member
  favorites.remove({ propertyId: property }),
  // @ts-expect-error an order by a field that the row lacks
  favorites.list({ memberId: member }, { by: ["id"] }),
  // @ts-expect-error an unknown table
  rows.of("shelves")
]

/** A table without a tenant column. */
export const untenanted = table(Shelf, {
  key: ["name"],
  // @ts-expect-error a tenant that is no field of the row
  tenant: "organizationId"
})
