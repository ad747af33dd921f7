import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { memberIds, type MemberName } from "../../../src/demo/demoMembers.ts"
import type { Notification } from "../../../src/domain/notifications/Notification.ts"
import { NotificationMissing } from "../../../src/domain/notifications/NotificationErrors.ts"
import { memberClient } from "../../support/http/clients.ts"
import { auditOf } from "../../support/audited.ts"
import * as Member from "../../support/member.ts"
import { exchange, request } from "../../support/http/rawSocket.ts"
import { at, Service } from "../../support/http/service.ts"

const path = "/v1/members/me/notifications"
const { bearer, dataset, isFailure, signedIn, tokenFor } = Member
const client = memberClient.notifications

const call = Effect.fnUntraced(function* (
  method: string,
  at: string,
  options: { readonly as?: MemberName; readonly headers?: Record<string, string>; readonly body?: unknown } = {}
) {
  const { as = "M1", body, headers } = options
  const service = yield* Service
  return yield* service.call(method, at, {
    headers: { ...bearer(yield* tokenFor(as)), ...headers },
    ...(body === undefined ? {} : { body })
  })
})

const get = (query = "", as: MemberName = "M1") => call("GET", `${path}${query}`, { as })
const mark = (id: number | string, what: "read" | "unread", options: Parameters<typeof call>[2] = {}) =>
  call("PATCH", `${path}/${id}/${what}`, options)

type ListQuery = Parameters<typeof client.listNotifications>[0]["query"]

const list = (query: Partial<ListQuery> = {}, as: MemberName = "M1") =>
  client.listNotifications({ query: { limit: 100, offset: 0, sortOrder: "desc", ...query } }).pipe(signedIn(as))
const counts = (as: MemberName = "M1") => client.getUnreadCount().pipe(signedIn(as))
const markRead = (id: number, as: MemberName = "M1") =>
  client.markNotificationRead({ params: { id } }).pipe(signedIn(as))
const markUnread = (id: number, as: MemberName = "M1") =>
  client.markNotificationUnread({ params: { id } }).pipe(signedIn(as))

/** The rows of a member in the order of the list. */
const stored = (name: MemberName): ReadonlyArray<Notification> =>
  dataset.notifications
    .filter(({ memberId }) => memberId === memberIds[name])
    .toSorted((a, b) => DateTime.toEpochMillis(b.createdAt) - DateTime.toEpochMillis(a.createdAt) || b.id - a.id)

const own = stored("M1")
const idsOf = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)
const unreadOne = (position: number) =>
  own.filter(({ readAt }) => readAt === null)[position]?.id ?? assert.fail("no unread notification")
const readOne = (position: number) =>
  own.filter(({ readAt }) => readAt !== null)[position]?.id ?? assert.fail("no read notification")

/** Claims of the demo data that are not due yet: a due one would add a notification. */
const fulfillments = dataset.fulfillments.map((row) => ({
  ...row,
  expiresAt: DateTime.add(row.expiresAt, { years: 50 })
}))

layer(Member.layer({ dataset: () => ({ ...dataset, fulfillments }) }))("notifications", (it) => {
  it.effect("MEM-002, MEM-102: lists the member's own notifications only, newest first, 20 by default", () =>
    Effect.gen(function* () {
      const answer = yield* get()
      assert.strictEqual(answer.status, 200, answer.text)
      assert.hasAllKeys(answer.body, ["items", "limit", "offset", "total"])
      assert.deepStrictEqual([answer.at("total"), answer.at("limit"), answer.at("offset")], [own.length, 20, 0])
      assert.deepStrictEqual(answer.each("items", "id"), idsOf(own.slice(0, 20)))
      assert.deepStrictEqual(idsOf((yield* list({}, "M2")).items), idsOf(stored("M2")))
      assert.deepStrictEqual(yield* list({}, "M3"), { items: [], total: 0, limit: 100, offset: 0 })
    })
  )

  it.effect("MEM-102: sorts by createdAt, then id, in both directions, and pages without gap or overlap", () =>
    Effect.gen(function* () {
      const oldestFirst = yield* list({ sortOrder: "asc" })
      assert.deepStrictEqual(idsOf(oldestFirst.items), idsOf(own).toReversed())
      const newestFirst = yield* list({ sortOrder: "desc" })
      assert.deepStrictEqual(idsOf(newestFirst.items), idsOf(own))
      const pages = yield* Effect.forEach([0, 15, 30, 45], (offset) => list({ limit: 15, offset }))
      assert.deepStrictEqual(idsOf(pages.flatMap(({ items }) => items)), idsOf(own))
      assert.deepStrictEqual([pages[1]?.limit, pages[1]?.offset], [15, 15])
      for (const { total } of pages) assert.strictEqual(total, own.length)
    })
  )

  it.effect("MEM-102, A-61: a limit over 100 or an unknown sort order is 400; an offset past the end is empty", () =>
    Effect.gen(function* () {
      for (const query of ["limit=101", "sortOrder=DESC", "sortOrder=newest", "sortOrder="]) {
        const answer = yield* get(`?${query}`)
        assert.strictEqual(answer.status, 400, query)
        assert.isTrue(isFailure(answer), answer.text)
      }
      assert.strictEqual((yield* get("?limit=100&offset=0")).status, 200)
      assert.deepStrictEqual((yield* list({ limit: 1, offset: 100_000 })).items, [])
    })
  )

  it.effect("MEM-103, A-61: filters by read and wallet, each true, false or absent, in every combination", () =>
    Effect.gen(function* () {
      for (const read of [undefined, true, false]) {
        for (const wallet of [undefined, true, false]) {
          const expected = own.filter(
            (row) =>
              (read === undefined || (row.readAt !== null) === read) &&
              (wallet === undefined || row.isWallet === wallet)
          )
          const filters = { ...(read === undefined ? {} : { read }), ...(wallet === undefined ? {} : { wallet }) }
          const page = yield* list(filters)
          assert.deepStrictEqual(idsOf(page.items), idsOf(expected), JSON.stringify(filters))
          assert.strictEqual(page.total, expected.length)
          assert.isBelow(read === undefined && wallet === undefined ? 0 : expected.length, own.length)
        }
      }
    })
  )

  it.effect("MEM-103, A-61: a boolean filter other than true or false, or repeated, is 400", () =>
    Effect.gen(function* () {
      for (const name of ["read", "wallet"]) {
        for (const value of ["x", "1", "0", "TRUE", "False", "yes", "null", "", "true%20"]) {
          const answer = yield* get(`?${name}=${value}`)
          assert.strictEqual(answer.status, 400, `${name}=${value}`)
          assert.isTrue(isFailure(answer), answer.text)
        }
        assert.strictEqual((yield* get(`?${name}=true&${name}=false`)).status, 400)
      }
    })
  )

  it.effect("MEM-104, MEM-105: returns exactly these fields of every type; readAt is null while unread", () =>
    Effect.gen(function* () {
      const items = (yield* get("?limit=100")).each("items")
      assert.strictEqual(items.length, own.length)
      for (const row of own) {
        const { createdAt, id, isWallet, message, messageParts, metadata, readAt, title, type, updatedAt } = row
        assert.deepStrictEqual(
          items.find((item) => at(item, "id") === id),
          {
            id,
            type,
            title,
            message,
            ...(messageParts === null ? {} : { messageParts }),
            isRead: readAt !== null,
            isWallet,
            metadata,
            createdAt: DateTime.formatIso(createdAt),
            updatedAt: DateTime.formatIso(updatedAt),
            readAt: readAt === null ? null : DateTime.formatIso(readAt)
          }
        )
        assert.isTrue(type !== "wallet" || isWallet)
        assert.isTrue(type !== "reservation" || !isWallet)
      }
      assert.strictEqual(new Set(own.map(({ type }) => type)).size, 4)
    })
  )

  it.effect("MEM-109, A-64: unread counts equal the totals of the filtered lists", () =>
    Effect.gen(function* () {
      for (const name of ["M1", "M2", "M3"] as const) {
        const all = yield* list({ read: false, limit: 1 }, name)
        const wallet = yield* list({ read: false, wallet: true, limit: 1 }, name)
        assert.deepStrictEqual(yield* counts(name), { unreadCount: all.total, walletUnreadCount: wallet.total })
      }
    })
  )

  it.effect("MEM-106, MEM-108, A-30: marking a read one unread counts it once and always advances updatedAt", () =>
    Effect.gen(function* () {
      const id = readOne(0)
      const row = own.find((one) => one.id === id) ?? assert.fail("no such row")
      const before = yield* counts()
      const first = yield* markUnread(id)
      assert.deepStrictEqual([first.id, first.isRead, first.readAt], [id, false, null])
      assert.strictEqual(first.createdAt, DateTime.formatIso(row.createdAt))
      let last = Date.parse(first.updatedAt)
      assert.isAbove(last, DateTime.toEpochMillis(row.updatedAt))
      for (let i = 0; i < 5; i++) {
        const again = yield* markUnread(id)
        assert.deepStrictEqual([again.isRead, again.readAt], [false, null])
        assert.isAbove(Date.parse(again.updatedAt), last)
        last = Date.parse(again.updatedAt)
      }
      assert.strictEqual((yield* counts()).unreadCount, before.unreadCount + 1)
      assert.include(idsOf((yield* list({ read: false })).items), id)
    })
  )

  it.effect("MEM-106, MEM-108: marking an unread notification unread does not change the counts", () =>
    Effect.gen(function* () {
      const before = yield* counts()
      yield* markUnread(unreadOne(3))
      assert.deepStrictEqual(yield* counts(), before)
    })
  )

  it.effect(
    "MEM-109: marking a notification read counts it once; repeating it changes nothing, in the audit log too",
    () =>
      Effect.gen(function* () {
        const id = unreadOne(0)
        const before = yield* counts()
        const first = yield* markRead(id)
        assert.isTrue(first.isRead)
        assert.isNotNull(first.readAt)
        assert.deepStrictEqual(yield* markRead(id), first)
        assert.strictEqual((yield* counts()).unreadCount, before.unreadCount - 1)
        assert.notInclude(idsOf((yield* list({ read: false })).items), id)
        assert.isNull((yield* markUnread(id)).readAt)
        assert.deepStrictEqual(yield* counts(), before)
        assert.deepStrictEqual(
          (yield* auditOf(`notification:${id}`)).map(({ action }) => action),
          ["notification.read", "notification.unread"]
        )
      })
  )

  it.effect("MEM-107: an unused number is 404, however large", () =>
    Effect.gen(function* () {
      for (const id of ["0", "2147483647", "2147483648", "9007199254740993", "9".repeat(40), "000000000"]) {
        for (const what of ["read", "unread"] as const) {
          assert.strictEqual((yield* mark(id, what)).status, 404, id)
          const typed = what === "read" ? markRead(2_000_000_000) : markUnread(2_000_000_000)
          assert.instanceOf(yield* Effect.flip(typed), NotificationMissing)
        }
      }
    })
  )

  it.effect("MEM-107, A-64: ids that are not decimal integers, `unread-count` included, are 400", () =>
    Effect.gen(function* () {
      for (const id of ["abc", "1.5", "-1", "+1", "1e3", "0x10", "%20", "31001%00", "\u0661", "unread-count", "1,2"]) {
        for (const what of ["read", "unread"] as const) {
          const answer = yield* mark(encodeURI(id).replaceAll("%25", "%"), what)
          assert.strictEqual(answer.status, 400, id)
          assert.isTrue(isFailure(answer), answer.text)
        }
      }
      assert.strictEqual((yield* get("/31001")).status, 404)
      assert.strictEqual((yield* call("POST", `${path}/unread-count`)).status, 405)
    })
  )

  it.effect("MEM-009, MEM-106, A-86: needs no body, with or without a JSON Content-Type, and ignores one", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Service
      const always = [`Authorization: Bearer ${yield* tokenFor("M1")}`, "Connection: close"]
      const id = unreadOne(5)
      const json = "Content-Type: application/json"
      const empty = "Content-Length: 0"
      for (const what of ["unread", "read"] as const) {
        for (const fields of [[], [json], [empty], [json, empty]]) {
          const line = `PATCH ${path}/${id}/${what}`
          const { answers, wire } = yield* exchange(baseUrl, [request(line, [...always, ...fields])])
          assert.strictEqual(answers[0]?.status, 200, wire)
          assert.strictEqual(answers[0]?.at("isRead"), what === "read")
        }
        for (const body of ["{}", " {} ", '{"isRead":false,"readAt":"2020-01-01T00:00:00Z"}', "{"]) {
          const answer = yield* mark(id, what, { body })
          assert.strictEqual(answer.status, 200, answer.text)
          assert.strictEqual(answer.at("isRead"), what === "read")
          assert.notStrictEqual(answer.at("readAt"), "2020-01-01T00:00:00Z")
        }
      }
    })
  )

  it.effect("MEM-116: a request that accepts text/event-stream gets JSON; there is no stream route", () =>
    Effect.gen(function* () {
      const answer = yield* call("GET", path, { headers: { accept: "text/event-stream" } })
      assert.strictEqual(answer.status, 200)
      assert.include(answer.headers.get("content-type") ?? "", "application/json")
      assert.strictEqual((yield* get("/stream")).status, 404)
    })
  )
})
