import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { demoIds } from "../../src/demo/demoIds.ts"
import { memberXid, type MemberName } from "../../src/demo/demoMembers.ts"
import { venueDocumentId } from "../../src/demo/venues.ts"
import { controls, desk, serviceWithCore } from "../support/desk.ts"
import { memberCalls } from "../support/memberCalls.ts"
import { keyHeader as hubKey, cancel, claim, finish, readAction, send } from "../support/messaging.ts"
import { key, partner } from "../support/partner.ts"
import { type Answer, Service, at, each, recordOf } from "../support/http/service.ts"

const { give, layer: service } = serviceWithCore({
  HUB_LIMIT_HUB_KEY: "1000000",
  HUB_LIMIT_HUB_TRANSITION: "1000000"
})
const m1 = memberCalls("M1")

const ok = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
}

const bodyOf = <R>(call: Effect.Effect<Answer, never, R>) => Effect.map(call, (answer) => ok(answer).body)

/** Every item of an offset-paged list. */
const allItems = Effect.fnUntraced(function* <R>(page: (query: string) => Effect.Effect<Answer, never, R>) {
  const items: Array<unknown> = []
  let total: number
  do {
    const answer = ok(yield* page(`limit=100&offset=${items.length}`))
    total = Number(answer.at("total"))
    items.push(...answer.each("items"))
  } while (items.length < total)
  return items
})

/** The bodies of a member's reads on the member surface. */
const memberView = (name: MemberName) => {
  const member = memberCalls(name)
  return Effect.all(
    [
      "",
      "/wallet?limit=100",
      "/wallet/activity?limit=100",
      "/loyalty/offers?limit=100",
      "/loyalty/offers/fulfillments?limit=100",
      "/loyalty/entitlements/perks",
      "/loyalty/perk-groups",
      "/reservations?limit=100",
      "/notifications?limit=100",
      "/notifications/unread-count",
      "/collections/favorites?limit=100"
    ].map((path) => bodyOf(member.get(path)))
  )
}

/** What Organization A's desk reads: its scope and all its arrivals. */
const deskView = Effect.gen(function* () {
  const { get } = yield* partner
  return {
    scope: yield* bodyOf(get("/scope", key("PA"))),
    arrivals: yield* allItems((query) =>
      get(`/arrivals?status=open,acknowledged,completed,withdrawn&${query}`, key("PA"))
    )
  }
})

/** The status of one of M1's claims, on which list and detail must agree. */
const statusOf = (id: unknown) =>
  Effect.gen(function* () {
    const detail = ok(yield* m1.fulfillment(id))
    const all = ok(yield* m1.get("/loyalty/offers/fulfillments?limit=100"))
    const item = all.each("items").find((one) => at(one, "fulfillmentId") === id)
    assert.strictEqual(at(item, "status"), detail.at("status"))
    return detail.at("status")
  })

const notificationTitles = (id: unknown) =>
  Effect.map(m1.get("/notifications?limit=100"), (answer) =>
    answer.each("items").flatMap((one) => (at(one, "metadata.fulfillmentId") === id ? [at(one, "title")] : []))
  )

layer(service)("across surfaces", (it) => {
  it.effect("DOMAIN 11.1, PAR-025, PAR-026: the desk approves, the member confirms; then desk commands fail", () =>
    Effect.gen(function* () {
      const claimed = yield* m1.claim("tasting")
      const id = claimed.at("fulfillmentId")
      assert.deepStrictEqual([claimed.status, claimed.at("status")], [201, "pending_approval"])
      assert.strictEqual(yield* desk.approve(id), "approved")
      assert.strictEqual(yield* statusOf(id), "approved")
      assert.strictEqual((yield* m1.confirm(id)).at("status"), "fulfilled")
      assert.strictEqual(yield* statusOf(id), "fulfilled")
      for (const refused of [desk.approve(id), desk.reject(id), desk.modify(id), desk.fulfill(id)]) {
        assert.strictEqual(yield* refused, "invalid_state_transition")
      }
      assert.deepStrictEqual(yield* desk.redemptions(id), ["approve"])
      const { each } = yield* m1.fulfillment(id)
      assert.deepStrictEqual(
        each("history").map((event) => `${at(event, "actorKind")} ${at(event, "toStatus")}`),
        ["member pending_approval", "key approved", "member fulfilled"]
      )
    })
  )

  it.effect("DOMAIN 11.2, PAR-027: a desk's rejection refunds the charge of each asset and notifies the member", () =>
    Effect.gen(function* () {
      // With 100 VALID and 500 CREDIT the charge takes from both.
      yield* give("M_new", 100)
      yield* give("M_new", 500, "CREDIT")
      const guest = memberCalls("M_new")
      const before = yield* guest.balance
      const claimed = yield* guest.claim("upgrade")
      const id = claimed.at("fulfillmentId")
      assert.deepStrictEqual(claimed.at("charges"), [
        { assetType: "VALID", points: 100 },
        { assetType: "CREDIT", points: 220 }
      ])
      assert.deepStrictEqual(yield* guest.balance, { spendable: 280, valid: 0, credit: 280 })
      assert.strictEqual(yield* desk.reject(id), "rejected")
      assert.deepStrictEqual(yield* guest.balance, before)
      const detail = yield* guest.fulfillment(id)
      assert.deepStrictEqual([detail.at("status"), detail.at("rejectionReason")], ["rejected", "The house is full"])
      const notifications = yield* guest.get("/notifications?limit=1")
      assert.deepStrictEqual(
        [notifications.at("items.0.title"), notifications.at("items.0.metadata.fulfillmentId")],
        ["Offer rejected", id]
      )
    })
  )

  it.effect("DOMAIN 11.1, PAR-027: the member is notified of the claim and of each desk command on it", () =>
    Effect.gen(function* () {
      const claimed = yield* m1.claim("late_checkout")
      const id = claimed.at("fulfillmentId")
      yield* desk.modify(id)
      yield* desk.approve(id)
      yield* desk.fulfill(id, claimed.at("verificationCode"))
      assert.strictEqual(yield* statusOf(id), "fulfilled")
      assert.deepStrictEqual(yield* notificationTitles(id), [
        "Offer fulfilled",
        "Offer approved",
        "Change proposed",
        "Offer claimed"
      ])
    })
  )

  it.effect(
    "DOMAIN 11.5: a stay has one id in the desk's arrivals and reservations, the member's list and the legacy link",
    () =>
      Effect.gen(function* () {
        const { call } = yield* Service
        const { arrivals } = yield* deskView
        const { get } = yield* partner
        const ofB = yield* allItems((query) => get(`/arrivals?${query}`, key("PB")))
        for (const name of ["M1", "M2", "M3", "M9"] as const) {
          const own = yield* allItems((query) => memberCalls(name).get(`/reservations?${query}`))
          const ids = new Set(own.map((stay) => at(stay, "reservationId")))
          const arriving = [...arrivals, ...ofB].filter((one) => at(one, "member.externalId") === memberXid(name))
          assert.isAbove(arriving.length, 0, name)
          for (const arrival of arriving) assert.isTrue(ids.has(at(arrival, "reservation.reservationId")), name)
          const stays = yield* allItems((query) =>
            get(`/members/${memberXid(name)}/reservations?${query}`, key("PADM"))
          )
          const atDesks = new Set(
            stays.filter((stay) => at(stay, "checkInDate") !== null).map((stay) => at(stay, "reservationId"))
          )
          assert.deepStrictEqual(atDesks, ids, name)
        }
        for (const [legacy, stay, name, listed] of [
          ["L1", "open", "M1", arrivals],
          ["L2", "acknowledged", "M2", arrivals],
          ["L3", "w1_open", "M9", ofB]
        ] as const) {
          const resolved = ok(
            yield* call("GET", `/v1/public/reservations/legacy/${demoIds.legacyReservations[legacy]}/resolve`)
          )
          const id = resolved.at("externalReservationId")
          assert.strictEqual(id, demoIds.reservations[stay])
          const task = listed.find((one) => at(one, "taskId") === demoIds.arrivals[stay])
          assert.strictEqual(at(task, "reservation.reservationId"), id)
          const staff = key(legacy === "L3" ? "PB" : "PA")
          assert.strictEqual(ok(yield* get(`/reservations/${String(id)}`, staff)).at("reservationId"), id)
          const own = yield* allItems((query) => memberCalls(name).get(`/reservations?${query}`))
          assert.include(
            own.map((one) => at(one, "reservationId")),
            id
          )
        }
      })
  )

  it.effect(
    "DOMAIN 11.6, HUB-004, A-22: finished and cancelled Actions change nothing for members or desks, and send nothing",
    () =>
      Effect.gen(function* () {
        // The Actions concern a guest and a stay that these members and arrivals show.
        const views = Effect.all({
          desk: deskView,
          one: memberView("M1"),
          two: memberView("M2"),
          outbox: bodyOf(controls.outbox)
        })
        const before = yield* views
        for (const name of ["unowned1", "unowned2", "unowned3"]) {
          assert.strictEqual((yield* send("KH_all", claim(name))).status, 200)
          assert.strictEqual((yield* send("KH_all", finish(name, 2, "It was delivered"))).status, 200)
          assert.strictEqual((yield* readAction(name, "KH_all"))("state"), "finished")
        }
        assert.strictEqual((yield* send("KH_all", claim("unowned4"))).status, 200)
        assert.strictEqual((yield* send("KH_all", cancel("unowned4", 2))).status, 200)
        assert.deepStrictEqual(yield* views, before)
      })
  )

  it.effect("DOMAIN 11.7: venues active in the hub are public, others 404; the partner scope lists them all", () =>
    Effect.gen(function* () {
      const { call } = yield* Service
      const brandsOf = (name: "KH_brands" | "KH_D") =>
        Effect.map(call("GET", "/api/external/v1/brands?limit=100", { headers: hubKey(name) }), (answer) =>
          ok(answer).each("items")
        )
      const brands = [...(yield* brandsOf("KH_brands")), ...(yield* brandsOf("KH_D"))]
      const inactive: Array<unknown> = []
      for (const brand of brands) {
        for (const venue of each(brand, "venues").map(recordOf)) {
          const property = yield* call("GET", `/v1/public/properties/${String(venue["id"])}`)
          const bySlug = yield* call("GET", `/v1/public/properties/by-slug/${String(venue["slug"])}`)
          if (venue["status"] === "active") {
            assert.deepStrictEqual(
              [property.status, property.at("documentId"), property.at("name")],
              [200, venue["id"], venue["name"]]
            )
            assert.strictEqual(bySlug.text, property.text)
            assert.deepStrictEqual(property.at("brand.id"), at(brand, "id"))
          } else {
            inactive.push(venue["id"])
            assert.deepStrictEqual([property.status, bySlug.status], [404, 404])
          }
        }
      }
      assert.deepStrictEqual(inactive, [venueDocumentId("V_hidden")])
      const scope = ok(yield* (yield* partner).get("/scope", key("PA")))
      const ofA = (yield* brandsOf("KH_brands")).flatMap((brand) => each(brand, "venues"))
      assert.sameMembers(
        ofA.map((venue) => at(venue, "id")),
        [...scope.each("venues", "id")]
      )
    })
  )
})
