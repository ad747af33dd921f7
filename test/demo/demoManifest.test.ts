import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { demoDataset } from "../../src/demo/demoDataset.ts"
import { unlistedHubKeys } from "../../src/demo/demoHubKeys.ts"
import { demoManifest } from "../../src/demo/demoManifest.ts"
import { partnerScopes } from "../../src/domain/access/partnerScopes.ts"
import { sha256 } from "../../src/demo/seeded.ts"

const dataset = demoDataset(DateTime.makeUnsafe("2026-03-01T12:00:00Z"))

const manifest = demoManifest({
  baseUrl: "http://hub.test",
  mint: {
    member: ({ subject }) => Effect.succeed(`member ${subject}`),
    operator: ({ subject, permissions, organization }) =>
      Effect.succeed(`operator ${subject} ${permissions.length} ${organization}`),
    assistant: ({ subject, clientId, scopes, organization }) =>
      Effect.succeed(`assistant ${subject} ${clientId} ${scopes.join("+")} ${organization}`)
  }
})

describe("demoManifest", () => {
  it.effect("has exactly the documented keys", () =>
    Effect.gen(function* () {
      const {
        hubKeys,
        partnerKeys,
        memberTokens,
        operatorTokens,
        assistantTokens,
        verificationCodes,
        signingSecrets,
        chatUsers,
        chatLinkTokens,
        ids,
        ...rest
      } = yield* manifest
      assert.deepStrictEqual(rest, { baseUrl: "http://hub.test" })
      assert.deepStrictEqual(
        Object.keys(hubKeys).toSorted(),
        (
          "KH_B KH_D KH_actions KH_all KH_brands KH_claim KH_events KH_events_actions KH_expired KH_grant_off " +
          "KH_other KH_revoked KH_team KH_threads KH_widget"
        ).split(" ")
      )
      const scoped = partnerScopes.map((scope) => `PA_${scope.replaceAll(":", "_")}`)
      assert.lengthOf(scoped, 22)
      assert.deepStrictEqual(
        Object.keys(partnerKeys).toSorted(),
        [
          ...scoped,
          ..."PA PA_v1 PA_guests PA_pii PA_both PA_service PADM PADM_A PB PA_sbx PA_expired PA_revoked POK".split(" ")
        ].toSorted()
      )
      assert.deepStrictEqual(memberTokens, {
        T1: "member demo-member-m1",
        T2: "member demo-member-m2",
        T9: "member demo-member-m9"
      })
      assert.includeMembers(Object.keys(verificationCodes), [
        "v1_claimed",
        "v1_approved",
        "v2_claimed",
        "w1_claimed",
        "claimed"
      ])
      assert.deepStrictEqual(
        Object.keys(signingSecrets).join(" "),
        "chat_a slack_a chat_b sms_a sms_a_sha256 twilio_a sms_b chat_a_former"
      )
      assert.deepStrictEqual(Object.keys(chatLinkTokens), ["opening", "confirming"])
      assert.deepStrictEqual(chatUsers, { linked: "U-LINKED", unlinked: "U-UNLINKED" })
      assert.deepStrictEqual(Object.keys(operatorTokens), [
        "OT_A",
        "OT_v1",
        "OT_v12",
        "OT_noorg",
        "S_read",
        "S_manage",
        "S_manage2",
        "S_team",
        "S_manage_only",
        "S_none",
        "S_manage_B",
        "S_no_workspace",
        "OT_staff"
      ])
      assert.match(operatorTokens.OT_A, / org_a$/)
      assert.deepStrictEqual(assistantTokens, {
        AT_read: "assistant demo-operator-manage hub-assistant hub:collaboration:read org_a",
        AT_write: "assistant demo-operator-manage hub-assistant hub:collaboration:read+hub:collaboration:write org_a"
      })
      assert.match(operatorTokens.OT_noorg, / undefined$/)
      assert.deepStrictEqual(
        Object.keys(ids).join(" "),
        "organizations brands venues workspaces venueSlugs teammates integrations integrationKeys teams members guests actions messages comments attentionItems arrivals reservations legacyReservations properties notifications programs tiers benefits benefitGroups entitlements perkGroups insightHashes memberNumbers invites inviteTokens inviteLinkTokens offers codePools poolCodes pointMultipliers fulfillments themeKits customDomains pages chatInstallations chatIdentities smsInstallations deliveries deliveredMessages"
      )
    })
  )

  it.effect("contains ids of existing rows", () =>
    Effect.gen(function* () {
      const { ids } = yield* manifest
      const rowIds = new Set<unknown>(
        Object.values(dataset).flatMap((rows): ReadonlyArray<unknown> => rows.flatMap((row) => Object.values(row)))
      )
      const { inviteLinkTokens, inviteTokens, ...kinds } = ids
      for (const [kind, names] of Object.entries(kinds)) {
        for (const [name, id] of Object.entries(names)) assert.isTrue(rowIds.has(id), `${kind} ${name}`)
      }
      for (const [name, token] of Object.entries({ ...inviteTokens, ...inviteLinkTokens }))
        assert.isTrue(rowIds.has(sha256(token)), name)
      assert.strictEqual(ids.workspaces["ws-a-main"], "ws-a-main")
      assert.strictEqual(ids.venues.by_slug, "by-slug")
      assert.match(ids.members.M1, /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
      assert.match(
        ids.actions["unowned40"] ?? "",
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
      )
    })
  )

  it.effect("contains secrets of which the data has only the hashes", () =>
    Effect.gen(function* () {
      const { hubKeys, ids, partnerKeys } = yield* manifest
      const { POK, ...stored } = partnerKeys
      const secrets = Object.values({ ...hubKeys, ...stored, ...unlistedHubKeys })
      assert.sameMembers(
        dataset.apiKeys.map((key) => key.secretHash),
        secrets.map(sha256)
      )
      for (const secret of secrets) assert.match(secret, /^hub_(dev|test)_(org|ptr)_[0-9A-Za-z]{43}$/)
      assert.notInclude(
        dataset.apiKeys.map((key) => key.secretHash),
        sha256(POK)
      )
      const text = JSON.stringify(dataset)
      for (const secret of [...secrets, ...Object.values(ids.inviteTokens)]) assert.notInclude(text, secret)
    })
  )
})
