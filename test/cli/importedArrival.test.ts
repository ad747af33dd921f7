import { assert, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { demoIds } from "../../src/demo/demoIds.ts"
import { partnerKeys } from "../../src/demo/demoPartnerKeys.ts"
import { startEmbedded } from "../support/servers/embeddedProcess.ts"
import { hub, temporaryDirectory } from "../support/servers/hub.ts"
import { at, each } from "../support/http/service.ts"

// Each run opens the database again, a second or more where the machine is busy.
it.live("PAR-030, PAR-032, DOMAIN 6.1: an imported confirmed stay is an open arrival, unless it is 90 days ahead", () =>
  Effect.gen(function* () {
    const directory = yield* temporaryDirectory
    assert.strictEqual((yield* hub({ HUB_DATA_DIR: directory }, "seed", "--json")).code, 0)
    const now = yield* DateTime.now
    const line = (reservationId: string, days: number) =>
      JSON.stringify({
        reservationId,
        propertyId: demoIds.venues.V1,
        memberId: demoIds.members.M1,
        status: "confirmed",
        checkIn: DateTime.formatIsoDateUtc(DateTime.add(now, { days })),
        checkOut: DateTime.formatIsoDateUtc(DateTime.add(now, { days: days + 2 }))
      })
    const file = join(directory, "stays.ndjson")
    yield* Effect.promise(() => writeFile(file, [line("PMS-SOON", 10), line("PMS-LATE", 90)].join("\n")))
    const imported = yield* hub(
      { HUB_DATA_DIR: directory },
      "import",
      "reservations",
      "--organization",
      "organization-a",
      file,
      "--json"
    )
    assert.deepStrictEqual([imported.code, imported.at("created")], [0, 2], imported.stderr)

    const { baseUrl } = yield* startEmbedded(directory, ["--store", "embedded", "--demo"], { HUB_JOBS: "0" })
    const body: unknown = yield* Effect.promise(async () => {
      const response = await fetch(`${baseUrl}/v1/partner/arrivals?limit=100`, {
        headers: { "x-api-key": partnerKeys.PA }
      })
      return response.json()
    })
    const arrivals = each(body, "items")
    const arrivalsOf = (id: string) => arrivals.filter((one) => at(one, "reservation.reservationId") === id)
    assert.deepStrictEqual(
      arrivalsOf("PMS-SOON").map((one) => [at(one, "status"), at(one, "member.externalId")]),
      [["open", demoIds.members.M1]]
    )
    assert.isAbove(arrivalsOf("PMS-SOON").flatMap((one) => each(one, "benefits")).length, 0)
    assert.deepStrictEqual(arrivalsOf("PMS-LATE"), [])
  })
)
