import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { delimiter } from "node:path"
import { partnerScopes } from "../../src/domain/access/partnerScopes.ts"
import { hub, program } from "../support/servers/hub.ts"
import { recordOf } from "../support/http/service.ts"

const keysOf = (value: unknown) => Object.keys(recordOf(value)).toSorted()
const words = (text: string) => text.split(" ").toSorted()

/** The PATH of the host without the project's binaries, so that npm runs with the Node of the host. */
const hostPath = (process.env["PATH"] ?? "")
  .split(delimiter)
  .filter((directory) => !directory.endsWith("node_modules/.bin"))
  .join(delimiter)

describe("hub demo", () => {
  it.live("prints exactly the documented keys, and nothing else on standard output", () =>
    Effect.gen(function* () {
      const run = yield* hub({ HOST: "0.0.0.0", PORT: "9090" }, "demo", "--json")
      assert.deepStrictEqual([run.code, run.stderr], [0, ""])
      assert.deepStrictEqual(
        keysOf(run.at("")),
        words(
          "baseUrl hubKeys partnerKeys memberTokens operatorTokens assistantTokens signingSecrets chatUsers chatLinkTokens verificationCodes ids"
        )
      )
      assert.deepStrictEqual(
        keysOf(run.at("hubKeys")),
        words(
          "KH_all KH_team KH_brands KH_threads KH_actions KH_events KH_events_actions KH_claim KH_widget KH_other KH_B KH_D " +
            "KH_expired KH_revoked KH_grant_off"
        )
      )
      assert.deepStrictEqual(
        keysOf(run.at("partnerKeys")),
        [
          ...words("PA PA_v1 PA_guests PA_pii PA_both PA_service PADM PADM_A PB PA_sbx PA_expired PA_revoked POK"),
          ...partnerScopes.map((scope) => `PA_${scope.replaceAll(":", "_")}`)
        ].toSorted()
      )
      assert.deepStrictEqual(keysOf(run.at("memberTokens")), ["T1", "T2", "T9"])
      assert.deepStrictEqual(
        keysOf(run.at("operatorTokens")),
        words(
          "OT_A OT_v1 OT_v12 OT_noorg S_read S_manage S_manage2 S_team S_manage_only S_none S_manage_B S_no_workspace OT_staff"
        )
      )
      assert.deepStrictEqual(
        keysOf(run.at("ids")),
        words(
          "organizations brands venues venueSlugs workspaces teammates integrations integrationKeys teams members guests actions messages comments attentionItems arrivals reservations legacyReservations properties " +
            "notifications programs tiers benefits benefitGroups entitlements perkGroups insightHashes memberNumbers invites inviteTokens inviteLinkTokens offers codePools poolCodes pointMultipliers fulfillments themeKits customDomains pages chatInstallations chatIdentities smsInstallations deliveries deliveredMessages"
        )
      )
      assert.strictEqual(run.at("baseUrl"), "http://localhost:9090")
    })
  )

  it.live("is the same in every run and on every Node version", () =>
    Effect.gen(function* () {
      const url = "https://hub.example.com"
      const npm = yield* program(
        { PATH: hostPath },
        "npm",
        ..."run --silent hub -- demo --json --base-url".split(" "),
        url
      )
      assert.strictEqual(npm.code, 0, npm.stderr)
      const again = yield* hub({}, "demo", "--json", "--base-url", `${url}/`)
      assert.strictEqual(npm.stdout, again.stdout)
      assert.strictEqual(npm.at("baseUrl"), url)
    })
  )

  it.live("lists credentials and ids as text without --json", () =>
    Effect.gen(function* () {
      const { stdout } = yield* hub({}, "demo")
      for (const [name, value] of [
        ["KH_all", "hub_dev_org_"],
        ["PA", "hub_dev_ptr_"],
        ["T1", "ey"],
        ["ws-a-main", "ws-a-main"]
      ]) {
        assert.match(stdout, new RegExp(`^ +${name} +${value}`, "m"))
      }
    })
  )
})
